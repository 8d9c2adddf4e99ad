// A real OpenID Connect provider on this machine, for the tests of single sign-on. Everybody may sign in
// with any password; the login is the e-mail address. It prints its issuer and ends with its standard input.
import { once } from 'node:events';
import http from 'node:http';
import { Provider } from 'oidc-provider';

const [redirectUris, groups] = process.argv.slice(2).map((text) => JSON.parse(text));

const server = http.createServer();
server.listen(0, 'localhost');
await once(server, 'listening');
const issuer = `http://localhost:${server.address().port}`;

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
process.stdin.resume().on('end', () => process.exit());
console.log(issuer);
