// A real OpenID Connect provider on this machine, for the tests of single sign-on. Everybody may sign in
// with any password; the login is the e-mail address. It prints its issuer, reads a line with the addresses to which it
// sends people back, and ends with its standard input.
import { once } from 'node:events';
import http from 'node:http';
import { createInterface } from 'node:readline';
import { Provider } from 'oidc-provider';

const groups = JSON.parse(process.argv[2]);

const server = http.createServer();
server.listen(0, 'localhost');
await once(server, 'listening');
const issuer = `http://localhost:${server.address().port}`;

console.log(issuer);
const lines = createInterface({ input: process.stdin });
lines.on('close', () => process.exit());
const redirectUris = JSON.parse((await once(lines, 'line'))[0]);

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'paylink',
      client_secret: 'the-secret-of-the-client',
      redirect_uris: redirectUris,
    },
  ],
  claims: { email: ['email', 'email_verified'], profile: ['name', 'groups'] },
  findAccount: (_, email) => ({
    accountId: email,
    claims: () => ({ sub: email, email, email_verified: true, name: 'Grace Hopper', groups }),
  }),
  cookies: { keys: ['a key of tests'] },
});
// Its pages would load a font from another machine.
provider.use(async (ctx, next) => {
  await next();
  if (typeof ctx.body === 'string') ctx.body = ctx.body.replace(/@import url\([^)]*\);/g, '');
});
server.on('request', provider.callback());
