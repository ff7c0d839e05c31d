import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { askAt } from '#scripts/launch/ask.ts';

/** Asks at a terminal that keeps what is written to it. */
async function askAndType(question: string, secret: boolean, typed: string) {
  let written = '';
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written += chunk.toString();
      done();
    },
  });
  const input = new PassThrough();
  const answer = askAt(input, output)(question, secret);
  const [asked] = [written];
  input.write(`${typed}\r`);
  return { asked, answer: await answer, written };
}

/** What is on the screen after the terminal's last clearing. */
// oxlint-disable-next-line no-control-regex -- the code by which a terminal clears the rest of the screen
const visible = (text: string) => text.split(/\u001b\[0?J/).at(-1) ?? '';

test.each([true, false])(
  'a question is to be read while it waits for its answer (secret: %s)',
  async (secret) => {
    const { asked, answer } = await askAndType('Address of the site: ', secret, 'https://otter.example');
    expect(visible(asked)).toContain('Address of the site: ');
    expect(answer).toBe('https://otter.example');
  },
);

test('what is typed for a secret is not shown', async () => {
  const { written } = await askAndType('Key: ', true, 'sk_test_1');
  expect(written).toBe('Key: \n');
});
