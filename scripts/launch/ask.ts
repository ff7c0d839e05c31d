import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import type { KeyStore } from './key-store.ts';
import { type Environment, fits, type KeyName, keyNames, keyOf } from './keys.ts';
import type { Step } from './step.ts';

/** Asks a question. What is typed for a secret is not shown. */
export type Ask = (question: string, secret: boolean) => Promise<string>;

/** Asks at a terminal. For a secret, the output of readline is dropped, because it repeats what is typed. */
export const askAt =
  (input: Readable, output: Writable): Ask =>
  async (question, secret) => {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    if (secret) output.write(question);
    const terminal = createInterface({ input, output: secret ? nowhere : output, terminal: true });
    try {
      // Readline clears the line and writes its prompt again, so a question that is not its prompt would vanish.
      return (await terminal.question(secret ? '' : question)).trim();
    } finally {
      terminal.close();
      if (secret) output.write('\n');
    }
  };

export const askAtTerminal: Ask = (question, secret) =>
  askAt(process.stdin, process.stdout)(question, secret);

/**
 * Asks for each key that the steps need and that is not known yet, and for each key that is named. Saves each answer at
 * once.
 */
export async function askForKeys(
  steps: readonly Step[],
  store: KeyStore,
  { environment, ask, again = [] }: { environment: Environment; ask: Ask; again?: readonly string[] },
): Promise<void> {
  const needed = new Set<KeyName>(steps.flatMap((step) => step.keys));
  for (const name of keyNames) {
    const { optional = false, made = false, onRequest = false, host } = keyOf(name);
    // Which optional keys a step needs depends on other answers, so they are asked for with any step of their service.
    const isWanted = needed.has(name) || (optional && !onRequest && steps.length > 1);
    const isElsewhere = host !== undefined && store.get('SITE_HOST') !== host;
    const isOpen = isWanted && !isElsewhere && !store.isAnswered(name);
    if (made || !(isOpen || again.includes(name))) continue;
    const answer = await askForKey(name, environment, ask);
    // An empty answer removes the key from the functions, so it must be confirmed, in case Enter was pressed by
    // mistake.
    if (answer === '' && onRequest && (await ask(deletion(name), false)) !== 'yes') continue;
    store.set(name, answer);
  }
}

const deletion = (name: KeyName) => `Delete ${name} here and from the functions? (yes; Enter: keep it): `;

/** Asks for one key until the answer has its form. Returns nothing for an optional key without an answer. */
export async function askForKey(name: KeyName, environment: Environment, ask: Ask): Promise<string> {
  const { question, link, secret = false, optional = false, initial } = keyOf(name);
  const hint = [link, initial && `Enter: ${initial}`, optional && !initial && 'Enter: none'].filter(Boolean);
  for (;;) {
    const answer =
      (await ask(`${question}${hint.length ? ` (${hint.join('; ')})` : ''}: `, secret)) || initial;
    if (answer ? fits(name, answer, environment) : optional) return answer ?? '';
    console.log(`That is not a valid ${name} for ${environment}.`);
  }
}
