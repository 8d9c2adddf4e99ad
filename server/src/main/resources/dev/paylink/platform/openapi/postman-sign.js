// Signs calls of a server with the variable secretKey. A new idempotency key is made for each create.
const CryptoJS = require('crypto-js');
const text = (value) => pm.variables.replaceIn(value || '');
if (pm.request.headers.has('X-Secret-Key')) {
  const time = Math.floor(Date.now() / 1000).toString();
  const body = pm.request.body && pm.request.body.mode === 'raw' ? text(pm.request.body.raw) : '';
  const key = text(pm.request.headers.get('X-Idempotency-Key'));
  if (key) pm.request.headers.upsert({ key: 'X-Idempotency-Key', value: key });
  if (body) pm.request.body.raw = body;
  const lines = [pm.request.method, text(pm.request.url.getPathWithQuery()), time, CryptoJS.SHA256(body).toString()];
  if (key) lines.push(key);
  const signature = CryptoJS.HmacSHA256(lines.join('\n'), text('{{secretKey}}')).toString();
  pm.request.headers.upsert({ key: 'X-Timestamp', value: time });
  pm.request.headers.upsert({ key: 'X-Signature', value: signature });
}
