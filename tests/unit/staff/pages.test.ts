/** Pages of a list follow one another until the last one, and never end early without an error. */
import { expect, it, vi } from 'vitest';
import { staffTiming } from '#config/staff.ts';
import { readPages } from '#ui/staff/table/pages.ts';

type Answer = { ok: true; value: { rows: string[]; next: string | null } } | { ok: false; code: string };
const page = (name: string, next: string | null): Answer => ({ ok: true, value: { rows: [name], next } });
const refused = (code: string): Answer => ({ ok: false, code });

async function collect(answers: Answer[], signal?: AbortSignal) {
  const [asked, rows, waits]: [(string | null)[], string[], boolean[]] = [[], [], []];
  const read = (after: string | null) => {
    asked.push(after);
    return Promise.resolve(answers.shift() ?? refused('unexpected'));
  };
  const options = { ...(signal && { signal }), onWait: (isWaiting: boolean) => void waits.push(isWaiting) };
  const end = await (async () => {
    for await (const { rows: more } of readPages(read, options)) rows.push(...more);
    return 'end';
  })().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  return { asked, rows, waits, end };
}

it('waits when the rate limit is reached, and asks for the same page again', async () => {
  vi.useFakeTimers();
  const reading = collect([page('Ada', 'a'), refused('rate_limited'), page('Bo', null)]);
  await vi.advanceTimersByTimeAsync(staffTiming.FILE_WAIT_MS);
  expect(await reading).toEqual({
    asked: [null, 'a', 'a'],
    rows: ['Ada', 'Bo'],
    waits: [false, true, false],
    end: 'end',
  });
  vi.useRealTimers();
});

it('ends with the code of a page that is refused', async () => {
  expect(await collect([page('Ada', 'a'), refused('sign_in_again')])).toMatchObject({
    rows: ['Ada'],
    end: 'sign_in_again',
  });
});

it('asks for no page after it was stopped', async () => {
  const stopping = new AbortController();
  stopping.abort();
  expect(await collect([page('Ada', null)], stopping.signal)).toMatchObject({ asked: [], rows: [] });
});
