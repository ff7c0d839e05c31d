import { expect, test, vi } from 'vitest';
import type { Knowledge, Passage } from '#contract/assistant.ts';
import { makeIndex } from '#domain/search/passages-index.ts';
import { messages, reasons } from '#features/chat/assistant/messages.ts';
import type { FetchLiveData } from '#features/chat/assistant/reply.ts';
import { excerpt } from '#features/chat/assistant/reply.ts';
import type { Turn } from '#features/chat/assistant/turns.ts';
import { createConversation, type Outcome } from '#features/chat/assistant/store.ts';
import { chineseNames, dangerQuestions, illnessQuestions } from '#support/assistant-questions.ts';
import { world } from '#support/assistant-world.ts';

const passage = (id: string, title: string, text: string): Passage => ({
  id,
  kind: 'faq',
  topic: 'camps',
  title,
  text,
  href: `/camps#${id}`,
  where: 'Holiday camps · Questions',
});
const passages = [
  passage('lunch', 'Is lunch included?', 'Yes, with water and fruit all day.'),
  passage('cost', 'What does a camp cost?', 'The price of each camp stands on its card.'),
  passage('rain', 'What happens when it rains?', 'Rain is a mission of its own.'),
];
const knowledge: Knowledge = {
  words: {
    heading: 'Ask the Otter',
    opening: 'Hello.',
    disclosure: 'I am a program.',
    placeholder: '',
    nothing: 'I found nothing.',
    person: 'A coach answers.',
  },
  suggestions: [],
  whatsapp: '+65 8000 0000',
  passages,
  places: [...world.places],
  tiers: [{ id: 'spark', name: 'Spark Camp', days: 3 }],
  model: false,
  index: JSON.parse(JSON.stringify(makeIndex(passages))),
};

function start({
  askTill = () => Promise.resolve(world),
  kept: savedTurns = [] as Turn[],
  load = () => Promise.resolve(knowledge),
} = {}) {
  const keep = vi.fn<(turns: readonly Turn[]) => void>();
  const count = vi.fn<(outcome: Outcome) => void>();
  const fetchLiveData = vi.fn<FetchLiveData>(askTill);
  const conversation = createConversation({
    load,
    fetchLiveData,
    askModel: () => Promise.resolve(null),
    readSavedTurns: () => savedTurns,
    saveTurns: keep,
    count,
    isOffline: () => false,
    page: { topic: null, subject: null },
  });
  const last = () => conversation.$turns.get().at(-1);
  return { ...conversation, last, keep, count, till: fetchLiveData };
}

test('quotes a passage with its link, without asking the server', async () => {
  const { ask, last, till, count } = start();
  await ask('lunch included?');
  expect(last()).toMatchObject({
    state: 'answered',
    shown: { parts: [{ kind: 'quote', text: 'Yes, with water and fruit all day.', href: '/camps#lunch' }] },
  });
  expect(till).not.toHaveBeenCalled();
  expect(count).toHaveBeenCalledWith({ question: 'lunch included?', outcome: 'passage' });
});

test('answers with the current price from the server, not the price of the page', async () => {
  const { ask, last, till } = start();
  await ask('how much is spark');
  expect(till).toHaveBeenCalledWith(new Set(['offers', 'camps']));
  expect(last()?.shown?.parts).toMatchObject([
    { kind: 'fact', lines: ['Spark Camp costs S$549 today (listed price S$590); 18 of 30 spots are open.'] },
  ]);
});

test('mentions the renewal beside the price of a pass, and counts availability in spots', async () => {
  const { ask, last } = start();
  await ask('how much is flexi');
  expect(last()?.shown?.parts).toMatchObject([
    {
      kind: 'fact',
      lines: [
        'Flexi costs S$167 today: 4 sessions, S$41.75 each, to use within 28 days. Renews every 4 weeks, S$167, stop any time.',
      ],
    },
  ]);
  await ask('which classes are free on saturday');
  expect(last()?.shown?.parts).toMatchObject([
    {
      kind: 'fact',
      lines: ['2 of 2 classes on Saturday have spots.', 'Sat 28 Nov 2026: 10.30 am (3 spots).'],
    },
  ]);
});

const onWednesday = world.sessions.slice(0, 1).map((one) => ({ ...one, session_date: '2026-11-25' }));
test.each([
  [
    'Is there a class on Wednesday?',
    world.sessions,
    [
      'No class is open for booking on Wednesday this week. There are classes on Saturday and Sunday (full). You can book next week’s classes from Monday.',
    ],
  ],
  [
    'any lessons on weekdays',
    world.sessions,
    [
      'No class is open for booking on weekdays this week. There are classes on Saturday and Sunday (full). You can book next week’s classes from Monday.',
    ],
  ],
  [
    'Is there a class on Wednesday?',
    [...onWednesday, ...world.sessions],
    ['1 of 1 class on Wednesday has spots.', 'Wed 25 Nov 2026: 10.30 am (2 spots).'],
  ],
  [
    'got class on wed or thurs',
    [...onWednesday, ...world.sessions],
    [
      '1 of 1 class on Wednesday has spots.',
      'Wed 25 Nov 2026: 10.30 am (2 spots).',
      'No class is open for booking on Thursday this week. You can book next week’s classes from Monday.',
    ],
  ],
  [
    'what time are classes on tuesdays',
    onWednesday,
    [
      'No class is open for booking on Tuesday this week. There are classes on Wednesday. You can book next week’s classes from Monday.',
    ],
  ],
  [
    'what time is the class on wednesday',
    [...onWednesday, ...world.sessions],
    ['Wed 25 Nov 2026: classes begin at 10.30 am.'],
  ],
  [
    'is there a class on sunday',
    world.sessions,
    ['The only class on Sunday is full. You can book next week’s classes from Monday.'],
  ],
  [
    'class on friday?',
    [],
    ['No class is open for booking on Friday this week. You can book next week’s classes from Monday.'],
  ],
])('answers “%s” from the timetable', async (question, sessions, lines) => {
  const { ask, last } = start({ askTill: () => Promise.resolve({ ...world, sessions }) });
  await ask(question);
  expect(last()?.shown?.parts).toMatchObject([{ kind: 'fact', lines }]);
});

test('leaves a question that only happens to name a day to the pages', async () => {
  const { ask, till } = start();
  await ask('is lunch included on wednesday');
  expect(till).not.toHaveBeenCalled();
});

test('quotes the page and says so if the server does not answer', async () => {
  const { ask, last } = start({ askTill: () => Promise.resolve(null) as never });
  await ask('what does a camp cost');
  expect(last()?.shown).toMatchObject({
    note: messages.systemDownQuotingPages,
    parts: [{ kind: 'quote', title: 'What does a camp cost?' }],
  });
});

test('refers a question about a child’s health to a person, and neither saves nor counts it', async () => {
  const { ask, last, keep, count, till } = start();
  await ask('my daughter has asthma, how much is spark');
  expect(last()?.shown).toMatchObject({
    note: `${reasons.health} A coach answers.`,
    parts: [],
    nextStep: null,
  });
  expect([keep.mock.lastCall, count.mock.calls, till.mock.calls]).toEqual([[[]], [], []]);
});

test.each(['Is Ethan Tan booked for Epic?', 'what is the phone number of mrs lee', 'son with autism ok?'])(
  'neither saves nor counts a question about other people or a child’s health: %s',
  async (question) => {
    const { ask, last, keep, count } = start();
    await ask(question);
    expect(last()?.shown?.parts).toEqual([]);
    expect([keep.mock.lastCall, count.mock.calls]).toEqual([[[]], []]);
  },
);

test('the browser does not save a question about health whose answer failed', async () => {
  const load = vi.fn<() => Promise<Knowledge>>().mockRejectedValue(new Error('gone'));
  const { ask, again, last, keep } = start({ load });
  await ask('my daughter has asthma, can she join');
  expect(last()).toMatchObject({ state: 'failed' });
  await again(last()?.id ?? 0);
  expect(JSON.stringify(keep.mock.calls)).not.toContain('asthma');
});

test('removes personal data before anything is saved', async () => {
  const { ask, keep } = start();
  await ask('lunch included? call 9123 4567');
  expect(JSON.stringify(keep.mock.calls)).not.toContain('9123');
});

test('says if nothing was found, and counts it', async () => {
  const { ask, last, count } = start();
  await ask('do you teach piano');
  expect(last()?.shown).toMatchObject({ note: 'I found nothing.', parts: [] });
  expect(count).toHaveBeenCalledWith({ question: 'do you teach piano', outcome: 'nothing' });
});

test('fails if its knowledge cannot be fetched, and can be retried', async () => {
  const load = vi
    .fn<() => Promise<Knowledge>>()
    .mockRejectedValueOnce(new Error('gone'))
    .mockResolvedValue(knowledge);
  const { ask, again, last } = start({ load });
  await ask('lunch included?');
  expect(last()).toMatchObject({ state: 'failed', shown: { note: messages.failed } });
  await again(last()?.id ?? 0);
  expect(last()).toMatchObject({ state: 'answered' });
});

test('fetches its knowledge once for several questions', async () => {
  const load = vi.fn<() => Promise<Knowledge>>().mockResolvedValue(knowledge);
  const { ask, warmUp } = start({ load });
  warmUp();
  await ask('lunch included?');
  await ask('rain');
  expect(load).toHaveBeenCalledOnce();
});

test('continues the conversation of this visit; an unanswered question can be retried', async () => {
  const storedTurns: Turn[] = [{ id: 4, question: 'lunch?', state: 'thinking', shown: null }];
  const { ask, $turns, clear } = start({ kept: storedTurns });
  await ask('rain');
  expect($turns.get().map(({ id, state }) => [id, state])).toEqual([
    [4, 'failed'],
    [5, 'answered'],
  ]);
  clear();
  expect($turns.get()).toEqual([]);
});

test('quotes only the relevant paragraph of a long text, word for word', () => {
  const text = [
    'About passes. '.repeat(20),
    'A session that is missed counts as used.',
    'About photos. '.repeat(20),
  ];
  expect(excerpt(text.join('\n\n'), 'missed session')).toContain(text[1]);
  expect(excerpt(text.join('\n\n'), 'missed session').length).toBeLessThan(text.join('\n\n').length);
  expect(excerpt('Short.', 'anything')).toBe('Short.');
});

test.each(illnessQuestions)('neither saves nor counts a question about an illness: %s', async (question) => {
  const { ask, last, keep, count } = start();
  await ask(question);
  expect(last()?.state).toBe('answered');
  expect([keep.mock.lastCall, count.mock.calls]).toEqual([[[]], []]);
});

test.each(chineseNames)('does not save a Chinese question that names somebody: %s', async (question) => {
  const { ask, last, keep } = start();
  await ask(question);
  expect(last()?.state).toBe('answered');
  expect(keep.mock.lastCall).toEqual([[]]);
});

test.each(dangerQuestions)(
  'refers an emergency to 995 at once, and fetches, saves and counts nothing: %s',
  async (question) => {
    const load = vi.fn<() => Promise<Knowledge>>().mockRejectedValue(new Error('no network'));
    const { ask, last, keep, count, till } = start({ load });
    const pending = ask(question);
    // The answer is shown before any promise resolves.
    expect(last()).toMatchObject({
      state: 'answered',
      shown: { note: messages.danger, parts: [], more: [], danger: true },
    });
    await pending;
    expect([load.mock.calls, keep.mock.calls, count.mock.calls, till.mock.calls]).toEqual([[], [], [], []]);
  },
);
