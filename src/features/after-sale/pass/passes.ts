import type { ManagedOrder, ManagedPass, PassSession } from '#contract/after-sale.ts';
import type { ErrorCode, Refusal } from '#contract/errors.ts';
import { atom, type WritableAtom } from 'nanostores';
import { report } from '#browser/report.ts';
import type { Answer } from '#api/errors.ts';
import type { Action } from '#ui/kit/action.ts';
import { bookPassSession, cancelPassSession, findPassSessions } from '../api.ts';
import { passNotes, passRefusal } from './notes.ts';
import { leftOf, type PassBooking } from './pass.ts';
import type { Note, View } from '../state.ts';

interface Needs extends Pick<Action<Note>, 'run' | '$outcome'> {
  token: string | null;
  $view: WritableAtom<View>;
  close: () => void;
  reread: () => Promise<void>;
}

export type Sessions =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; sessions: PassSession[] };

export function createPasses({ token, run, $outcome, $view, close, reread }: Needs) {
  const $sessions = atom<Sessions>({ state: 'loading' });
  let requestedLine: string | null = null;

  /** Reads the pass. If the same pass is read again, the page still shows its sessions. */
  async function load(lineId: string): Promise<void> {
    if (token === null) return;
    if (requestedLine !== lineId || $sessions.get().state !== 'ready') $sessions.set({ state: 'loading' });
    requestedLine = lineId;
    const answer = await findPassSessions(token, lineId);
    if (requestedLine !== lineId) return;
    $sessions.set(answer.ok ? { state: 'ready', sessions: answer.value } : { state: 'failed' });
  }

  async function change(
    lineId: string,
    call: (token: string) => Promise<Answer<ManagedOrder>>,
    doneText: (creditsLeft: string) => string,
  ): Promise<void> {
    if (token === null) return;
    await run(async () => {
      const answer = await call(token);
      if (!answer.ok) return refuse(lineId, answer);
      close();
      $view.set({ state: 'ready', order: answer.value });
      const pass = passIn(answer.value, lineId);
      return { lineId, tone: 'calm', text: doneText(pass ? leftOf(pass) : '') };
    });
  }

  async function refuse(lineId: string, refusal: Refusal): Promise<Note> {
    const { code } = refusal;
    if (code === 'unexpected') report('A session of a pass could not be changed');
    const text = await passRefusal(refusal);
    if (code !== 'unexpected' && code !== 'rate_limited')
      await Promise.all([reread(), ...(takenCodes.has(code) ? [load(lineId)] : [])]);
    if (closingCodes.has(code)) close();
    return {
      lineId,
      tone: code === 'credit_not_returned' ? 'warn' : 'bad',
      text,
      help: needsPerson.has(code),
    };
  }

  const book = (lineId: string, { session }: PassSession, bookingName: string) =>
    change(
      lineId,
      (link) => bookPassSession(link, lineId, session.session_id),
      (creditsLeft) => passNotes.booked(bookingName, creditsLeft),
    );

  const cancelSession = (lineId: string, { booking_id, returns_credit }: PassBooking, bookingName: string) =>
    change(
      lineId,
      (link) => cancelPassSession(link, lineId, booking_id, returns_credit),
      (creditsLeft) => (returns_credit ? passNotes.given : passNotes.givenLost)(bookingName, creditsLeft),
    );

  const choose = (lineId: string) => $outcome.set({ lineId, tone: 'warn', text: passNotes.choose });

  return { $sessions, load, book, cancelSession, choose };
}

const passIn = (order: ManagedOrder, lineId: string): ManagedPass | null =>
  order.lines.find(({ line_id }) => line_id === lineId)?.pass ?? null;

/** The codes after which the parent can no longer answer the open question, so that its panel closes. */
const closingCodes = new Set<ErrorCode>([
  'line_closed',
  'line_not_found',
  'not_allowed',
  'link_expired',
  'link_not_found',
  'order_closed',
  'no_credit',
  'pass_not_found',
  'booking_closed',
  'booking_not_found',
]);
/** The codes that mean that the session is no longer available, so that the list is read again. */
const takenCodes = new Set<ErrorCode>([
  'session_full',
  'session_started',
  'session_not_found',
  'already_booked',
  'pass_expired',
]);
/** The codes after which the note offers a chat, because only our staff can help. */
const needsPerson = new Set<ErrorCode>([
  'age_not_allowed',
  'level_not_allowed',
  'link_expired',
  'link_not_found',
  'invalid_input',
]);
