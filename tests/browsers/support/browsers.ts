import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { demoPassword } from '#local/demo/logins.ts';
import { env } from '../../e2e/support/env.ts';
import type { Engine } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { type Network, startNetwork } from './unplug.ts';
import { createVisitor, type Visitor } from './visitor.ts';
import { startWebKit } from './webkit.ts';

export interface Browser {
  name: string;
  dir: string;
  network: Network;
  engine: Engine;
  visitor: Visitor;
  site: string;
  enter: (email: string) => Promise<void>;
  signIn: (email: string, to: string) => Promise<void>;
  signOut: () => Promise<void>;
  openTryOut: () => Promise<void>;
}

export function inEachBrowser(define: (browser: () => Browser, name: string) => void): void {
  describe.each([
    { name: 'WebKit', start: startWebKit },
    { name: 'Firefox', start: startFirefox },
  ])('in $name', ({ name, start }) => {
    let browser: Browser;

    beforeAll(async () => {
      const dir = mkdtempSync(path.join(tmpdir(), 'browsers-'));
      const network = await startNetwork();
      const engine = await start({ proxyPort: network.port, dir });
      const visitor = createVisitor(engine);
      const site = env('SITE_URL');
      async function enter(email: string): Promise<void> {
        await visitor.fill({ label: 'E-mail' }, email);
        await visitor.fill({ label: 'Password' }, demoPassword);
        await visitor.press({ role: 'button', name: '/^Sign in$/' });
      }
      /** The opened file has no script that could save the session again. */
      async function signOut(): Promise<void> {
        await visitor.open(`${site}/robots.txt`);
        await engine.run('localStorage.clear()');
      }
      browser = {
        name,
        dir,
        network,
        engine,
        visitor,
        site,
        enter,
        async signIn(email, to) {
          await visitor.open(`${site}/auth?from=${encodeURIComponent(to)}`);
          await enter(email);
          await visitor.arrive(new RegExp(`${to}$`));
        },
        signOut,
        async openTryOut() {
          await signOut();
          await visitor.open(`${site}/try-out-checkout`);
          await visitor.press({ role: 'button', name: '/^Choose /' });
          await visitor.see({ label: 'Your signature' });
        },
      };
    });

    afterAll(async () => {
      await browser.engine.close();
      await browser.network.close();
      rmSync(browser.dir, { recursive: true, force: true, maxRetries: 5 });
    });

    define(() => browser, name);
  });
}
