/** On a device whose clock is wrong by hours, holds, sign-in, family pages and roster use the server’s clock. */
import { expect } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import { demoPassword } from '#local/demo/logins.ts';
import { makeSession } from '../support/after-sale.ts';
import { authPage, enter as typeIn } from '../support/auth.ts';
import { sql } from '../support/backend.ts';
import { cardOf, fillCheckout, goToPayment } from '../support/booking.ts';
import { closeCamps, makeSpark, openCampCheckout } from '../support/checkout.ts';
import { enter, expectOverview, givePass, rpcAs } from '../support/family.ts';
import { makeParent } from '../support/parents.ts';
import { classToday, openRosterEntry } from '../support/staff.ts';
import { test } from '../support/test.ts';

const HOUR_MS = 3_600_000;
const createdCamps: CampDraft[] = [];
test.afterAll(() => closeCamps(createdCamps));

for (const hours of [9, -9])
  test.describe(
    `a device clock that is ${Math.abs(hours)} hours ${hours > 0 ? 'ahead' : 'behind'}`,
    { tag: '@once' },
    () => {
      test.beforeEach(({ page }) => page.clock.install({ time: Date.now() + hours * HOUR_MS }));

      test('changes neither the whole hold nor its true end, nor the payment', async ({ page }) => {
        const camp = await makeSpark(2);
        createdCamps.push(camp);
        await openCampCheckout(page, camp);
        const [held] = await sql()`
        select to_char(expires_at at time zone 'Asia/Singapore', 'FMHH12.MI am') as until
        from holds where camp_id = ${camp.campId} and expires_at > clock_timestamp()`;
        const bar = page.getByRole('button', { name: /held until/ });
        await expect(bar).toContainText(String(held?.['until']));
        await expect(bar).toContainText(/(30:00|29:[0-5]\d)/);
        await fillCheckout(page, {
          name: 'Tan Li Hua',
          email: `clock${hours}@example.com`,
          phone: '81234567',
          child: `Kai clock ${hours}`,
        });
        await goToPayment(page);
      });

      test('does not end a sign-in, and does not change the family’s next day', async ({ page }) => {
        const parent = await makeParent(['Kai']);
        await givePass(parent, 'Kai');
        const session = await makeSession({ capacity: 4 });
        const args = { p_child_id: parent.children['Kai'], p_session_id: session, p_pass_id: null };
        expect((await rpcAs(parent, 'book_session', args)).status).toBe(200);
        await page.goto(authPage('?from=%2Ffamily-base'));
        await typeIn(page, parent.email, demoPassword);
        await expectOverview(page);
        const { date, time } = await cardOf(session);
        await expect(page.getByRole('region', { name: 'Coming up' })).toContainText(
          date.replace(/ \d{4}$/, ''),
        );
        const [hour = ''] = time.split(' ');
        await expect(page.getByRole('region', { name: 'Coming up' })).toContainText(`${hour} to`);
        await page.reload();
        await expectOverview(page);
      });

      test('does not change today’s roster', async ({ page }) => {
        const name = `Otis ${hours > 0 ? 'ahead' : 'behind'}`;
        const parent = await makeParent([name]);
        const place = await classToday(parent, name);
        await enter(page, { email: 'coach@otter.test' }, '/management/roster');
        await openRosterEntry(page, place);
        await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
      });
    },
  );
