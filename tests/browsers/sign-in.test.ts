// Tests the sign-in with a second factor, and how a phone helps to fill in the forms (`npm run test:browsers`).
import { Secret, TOTP } from 'otpauth';
import { it } from 'vitest';
import { makeParent } from '../e2e/support/parents.ts';
import { inEachBrowser } from './support/browsers.ts';

inEachBrowser((browser) => {
  it('the sign-in asks for a code of the authenticator app once the second step is on', async () => {
    const { visitor, engine, site, enter, signOut } = browser();
    const { email } = await makeParent([]);
    const step = { role: 'form', name: 'Two-step sign-in' };
    const code = { label: 'Code from the app' };
    await visitor.open(`${site}/auth?account=1`);
    await enter(email);
    await visitor.press({ role: 'button', name: 'Set up an app', within: step });
    await visitor.see({ role: 'img', name: 'Code to scan with an authenticator app' });
    const key = await engine.run<string>("return document.querySelector('form code').textContent");
    const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
    await visitor.fill({ ...code, within: step }, totp.generate());
    await visitor.press({ role: 'button', name: 'Turn on', within: step });
    await visitor.see({ text: 'Two-step sign-in is on.' });

    await signOut();
    await visitor.open(`${site}/auth?from=%2Fabout`);
    await enter(email);
    await visitor.see({ role: 'heading', name: 'One more step.' });
    // Each code works once, so this is the app's next code.
    await visitor.fill(code, totp.generate({ timestamp: Date.now() + 30_000 }));
    await visitor.press({ role: 'button', name: 'Continue' });
    await visitor.arrive(/\/about$/);
    await signOut();
  });
});
