import { html } from 'hono/html';
import { Secret, TOTP } from 'otpauth';
import { demoLogins } from '../../demo/logins.ts';

const STEP_SECONDS = 30;

/** Returns the current code of a demo login's second factor, so that nobody needs an authenticator app. */
const codeOf = (key: string, at = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(key), period: STEP_SECONDS }).generate({ timestamp: at });

export function secondStepPage() {
  const secondsLeft = STEP_SECONDS - (Math.floor(Date.now() / 1000) % STEP_SECONDS);
  return html`<meta http-equiv="refresh" content="${secondsLeft}" />
    <div class="panes">
      <main class="mail">
        <a class="back" href="/">All mails</a>
        <h1>Second step</h1>
        <p>
          What an authenticator app would show for the demo logins; a new code every 30 seconds, each taken
          once.
        </p>
        ${demoLogins.map(({ email, secondStep }) =>
          secondStep === undefined
            ? ''
            : html`<p>${email}: <strong>${codeOf(secondStep)}</strong> (for ${secondsLeft} s more)</p>
                <p>Key, for an app of your own: <code>${secondStep}</code></p>`,
        )}
      </main>
    </div>`;
}
