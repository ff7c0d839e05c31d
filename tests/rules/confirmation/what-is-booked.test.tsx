import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { orderFile } from '#browser/calendar-file.ts';
import { calendarPlaces } from '#features/confirmation/calendar.ts';
import { Receipt } from '#features/confirmation/Receipt.tsx';
import { WhatIsBooked } from '#features/confirmation/WhatIsBooked.tsx';
import { Facts, MoveOver } from '#features/after-sale/order/LineCard.tsx';
import { campView } from '../../unit/checkout/examples.ts';
import { managedLine } from '../../unit/after-sale/examples.ts';
import { order } from '#support/unit/examples.ts';

const camp = {
  ...campView,
  location_address: '1 Beach Road',
  extended_day: { start: '08:30', end: '17:00' },
};
const doorToDoor = { id: 'door', title: 'Door to door' };
const place = (transport: typeof doorToDoor | null) => ({
  ...managedLine,
  kind: 'camp_tier',
  sessions: null,
  session: null,
  camp,
  transport,
});
const words = (markup: string) =>
  markup
    // A name that is marked for translators is a part of its sentence.
    .replace(/<\/?bdi[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const success = (...transports: (typeof doorToDoor | null)[]) => {
  const lines = transports.map((transport, n) => ({
    ...place(transport),
    child_name: ['Kai', 'Mira'][n] ?? null,
  }));
  return words(renderToStaticMarkup(<WhatIsBooked order={order({ lines })} />));
};
const managePage = (transport: typeof doorToDoor | null) =>
  words(renderToStaticMarkup(<Facts line={place(transport)} id="line" />));
const file = (transport: typeof doorToDoor | null) =>
  orderFile('OT-4K7M', calendarPlaces(order({ lines: [place(transport)] })), 'otter.test')
    .replaceAll('\r\n ', '')
    .replaceAll('\\', '');

const dropOff =
  'Extended day included: drop off from 8.30 am, pick up by 5.00 pm; the programme runs from 9.00 am to 3.00 pm.';
const collected = 'We collect from the address you gave, and bring everyone back there.';

describe('a booked camp', () => {
  it('shows its hours and its extended day', () => {
    for (const text of [success(null), managePage(null)]) {
      expect(text).toContain('8.30 am to 5.00 pm each day');
      expect(text).toContain(dropOff);
      expect(text).not.toContain('We collect');
    }
    expect(success(null)).toContain('East Coast 1 Beach Road');
    expect(file(null)).toContain(dropOff);
    expect(file(null)).toContain('LOCATION:East Coast, 1 Beach Road');
  });

  it('with door-to-door transport does not send the family to the base', () => {
    for (const text of [success(doorToDoor), managePage(doorToDoor)]) {
      expect(text).toContain(collected);
      expect(text).toContain('Extended day included: the programme runs from 9.00 am to 3.00 pm.');
      expect(text).not.toMatch(/Beach Road|drop off/);
    }
    expect(file(doorToDoor)).toContain(collected);
    expect(file(doorToDoor)).not.toMatch(/LOCATION|Beach Road/);
  });

  it('shows both kinds of transport if siblings travel differently', () => {
    const text = success(null, doorToDoor);
    for (const each of [dropOff, '1 Beach Road', 'Door to door Mira. By van: we collect'])
      expect(text).toContain(each);
  });
});

it('shows each child’s birth date once, if the order has it', () => {
  const kai = { ...place(null), child_name: 'Kai', child_dob: '2018-05-01' };
  const lines = [kai, kai, { ...place(null), child_name: 'Mira' }];
  const renderTexts = (over: object) =>
    words(
      renderToStaticMarkup(<WhatIsBooked order={order({ lines: lines.map((l) => ({ ...l, ...over })) })} />),
    );
  expect(renderTexts({})).toContain('Kai (born 1 May 2018) and Mira ');
  expect(renderTexts({}).match(/born/g)).toHaveLength(1);
  expect(renderTexts({ camp: null })).toContain('Kai (born 1 May 2018)');
});

it('lists three children as a sentence does', () => {
  const lines = ['Aaron', 'Bella', 'Caleb'].map((child_name) => ({
    ...place(null),
    child_name,
    child_dob: '2018-05-01',
  }));
  const birthdayText = '(born 1 May 2018)';
  expect(words(renderToStaticMarkup(<WhatIsBooked order={order({ lines })} />))).toContain(
    `Aaron ${birthdayText}, Bella ${birthdayText} and Caleb ${birthdayText}`,
  );
});

it('the receipt explains each child’s price', () => {
  const [kai, mira] = [
    { ...place(null), child_name: 'Kai', rung_id: 'second', price_cents: 54_900, total_cents: 54_900 },
    {
      ...place(doorToDoor),
      child_name: 'Mira',
      rung_id: 'listed',
      price_cents: 59_000,
      transport_cents: 6000,
    },
  ];
  const text = words(
    renderToStaticMarkup(
      <Receipt order={order({ lines: [kai, { ...mira, rebate_cents: 5000, total_cents: 60_000 }] })} />,
    ),
  );
  expect(text).toContain(`${kai.title}, Kai second early bird S$549 S$549`);
  expect(text).toContain(
    `${mira.title}, Mira listed price S$590, sibling rebate −S$50, Door to door S$60 S$600`,
  );
});

describe('a date that is too close to change', () => {
  const textOf = (over: string | null, more: object = {}) =>
    renderToStaticMarkup(
      <MoveOver
        line={{ ...managedLine, ...more, can: { ...managedLine.can, move: null, move_over: over } }}
        help="https://wa.me/1"
      />,
    );

  it('shows until when it could be changed, and a contact', () => {
    const markup = textOf('2026-11-20T02:30:00.000Z', { sessions: 1 });
    expect(words(markup)).toContain(
      'You could change the date until Fri 20 Nov 2026, 10.30 am, Singapore time. It is now too close to the start.',
    );
    expect(markup).toContain('href="https://wa.me/1"');
  });

  it('a pass whose date is too close to change names the session', () =>
    expect(words(textOf('2026-11-20T02:30:00.000Z'))).toContain(
      'Sat 21 Nov 2026: you could change the date until',
    ));

  it('shows nothing while it can be changed, or if nothing can', () => expect(textOf(null)).toBe(''));
});
