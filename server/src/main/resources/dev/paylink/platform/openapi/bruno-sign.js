// Signs calls of a server with the variable secretKey. A new idempotency key is made for each create.
const CryptoJS = require('crypto-js');
const text = (value) => bru.interpolate(value || '');
if (req.getHeader('X-Secret-Key')) {
  const time = Math.floor(Date.now() / 1000).toString();
  let path = text(req.getUrl()).replace(/^[a-z]+:\/\/[^/]+/, '');
  for (const { name, value } of req.getPathParams() || []) {
    path = path.replace(new RegExp(`/:${name}(?=[/?]|$)`), () => `/${text(value)}`);
  }
  const raw = req.getBody({ raw: true });
  const body = typeof raw === 'string' ? text(raw).trim() : '';
  if (body) req.setBody(body, { raw: true });
  const key = text(req.getHeader('X-Idempotency-Key'));
  if (key) req.setHeader('X-Idempotency-Key', key);
  const lines = [req.getMethod().toUpperCase(), path, time, CryptoJS.SHA256(body).toString()];
  if (key) lines.push(key);
  req.setHeader('X-Timestamp', time);
  req.setHeader('X-Signature', CryptoJS.HmacSHA256(lines.join('\n'), text('{{secretKey}}')).toString());
}
