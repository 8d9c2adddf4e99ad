/**
 * Passkeys: asks the browser, puts its answer into the form around the button, and sends the form. The buttons stay
 * hidden without this script, and where the browser knows no passkeys.
 */
if (window.PublicKeyCredential) {
  for (const button of document.querySelectorAll('[data-passkey]')) {
    button.hidden = false;
    button.addEventListener('click', () => ask(button));
  }
}

async function ask(button) {
  const form = button.form;
  const fault = form.querySelector('[data-passkey-fault]');
  fault.hidden = true;
  if (button.dataset.whole && !form.reportValidity()) {
    return;
  }
  button.disabled = true;
  try {
    const answer = button.dataset.options ? await create(JSON.parse(button.dataset.options))
        : await sign(button.dataset.challenge);
    form.elements.namedItem(button.dataset.passkey).value = JSON.stringify(answer);
    form.submit();
  } catch { // the person has changed their mind, or this device has no passkey of ours
    fault.hidden = false;
  } finally {
    button.disabled = false;
  }
}

async function create(options) {
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: {...options.user, id: bytes(options.user.id)},
    excludeCredentials: options.excludeCredentials.map(decoded),
  };
  const {id, type, response} = await navigator.credentials.create({publicKey});
  return {
    id,
    type,
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
    },
  };
}

async function sign(challengePath) {
  const answer = await fetch(challengePath, {method: 'POST'});
  if (!answer.ok) {
    throw new Error(`no challenge: ${answer.status}`);
  }
  const options = await answer.json();
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: options.allowCredentials.map(decoded),
  };
  const {id, type, response} = await navigator.credentials.get({publicKey});
  return {
    id,
    type,
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: response.userHandle ? text(response.userHandle) : null,
    },
  };
}

function decoded(credential) {
  return {...credential, id: bytes(credential.id)};
}

function bytes(base64Url) {
  return Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
}

function text(buffer) {
  return btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
