// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { goToCheckout } from '#api/camp-checkout.ts';
import { refreshPrices } from '#api/live-camps.ts';
import type { CampDate } from '#domain/camp.ts';
import type { Card, ChooserData } from '#features/camps/choose/chooser-data.ts';
import { LivePackages } from '#features/camps/choose/live-packages.ts';
import { uuid } from '#support/unit/examples.ts';
import { find } from '#support/unit/page.ts';
import { camp, tier } from './examples.ts';

vi.mock(import('#api/camp-checkout.ts'));
vi.mock(import('#api/live-camps.ts'));

it('the result of a booking attempt takes precedence over prices that were requested before it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-07T10:00:00+08:00') });
  const knownCamp = camp({ id: uuid(1), start: '2026-12-14', end: '2026-12-16' });
  document.body.innerHTML = `<form><input type="radio" name="camp" value="${knownCamp.id}" checked>
    <button data-book></button></form>`;
  const one = {
    button: find('[data-book]'),
    form: find('form'),
    tier: tier(),
    dates: [knownCamp],
  } as unknown as Card;
  let answer: (camps: CampDate[]) => void = () => undefined;
  vi.mocked(refreshPrices).mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const now = { ...knownCamp, priceCents: 59_000 };
  vi.mocked(goToCheckout).mockResolvedValue({ code: 'price_changed', camp: now, priceCents: 59_000 });
  const live = new LivePackages({ fullText: 'full', whatsapp: '' } as ChooserData, [one], vi.fn());
  live.start();
  await live.book(one);
  answer([knownCamp]);
  await vi.waitFor(() => expect(refreshPrices).toHaveResolved());
  expect(one.dates.map(({ priceCents }) => priceCents)).toEqual([59_000]);
  vi.useRealTimers();
});
