import type { LateChoice, ManagedOrder, MoveTarget } from '#contract/after-sale.ts';
import type { ErrorCode, Refusal } from '#contract/errors.ts';
import { atom } from 'nanostores';
import type { Answer } from '#api/errors.ts';
import { report } from '#browser/report.ts';
import { paths, signInPath } from '#config/paths.ts';
import { createAction, leaving } from '#ui/kit/action.ts';
import { openOnce, createPage } from '#ui/kit/page.ts';
import * as api from './api.ts';
import { saveOrderToken, takeOrderToken, wantsReceipt } from './order-token.ts';
import { createChildren } from './child/children.ts';
import { createDifference } from './move/difference.ts';
import { lateDone, noteMessages, errorText } from './messages.ts';
import type { Target } from './model.ts';
import type { CancelEffect } from './api.ts';
import { createPasses } from './pass/passes.ts';
import { createRenewal } from './renewal/renewal.ts';
import { createTargets } from './move/targets.ts';
import type { View, Panel, ChosenMove, Note } from './state.ts';

export function createOrderStore(
  token: string | null,
  go: (url: string) => void = (url) => location.assign(url),
  opensReceipt = false,
) {
  const $view = atom<View>({ state: 'loading' });
  const $panel = atom<Panel | null>(null);
  const $chosenMove = atom<ChosenMove | null>(null);
  const action = createAction<Note>();
  const { $busy, $outcome, run, unlock } = action;
  const targets = createTargets();
  const { open, retry } = openOnce(read, () => $view.set({ state: 'loading' }));

  async function read(): Promise<void> {
    if (token === null || token === '') {
      $view.set({ state: 'unavailable', why: 'missing' });
      return;
    }
    const answer = await api.getManaged(token);
    if (answer.ok && api.isOwn(token) && opensReceipt)
      go(`${paths.paymentSuccess}?order=${answer.value.secret}`);
    else if (answer.ok) $view.set({ state: 'ready', order: answer.value });
    else if (api.isOwn(token) && needsSignIn.has(answer.code))
      go(signInPath(location.pathname + location.search));
    else if (answer.code === 'not_allowed') await readRequestedDetails(token);
    else $view.set({ state: 'unavailable', why: unavailableReason(answer.code) });
  }

  /** Reads whether a link that may not manage the order is a request for the children's details. */
  async function readRequestedDetails(link: string): Promise<void> {
    const answer = await api.getRequestedDetails(link);
    if (answer.ok) $view.set({ state: 'requested', requested: answer.value });
    else $view.set({ state: 'unavailable', why: unavailableReason(answer.code) });
    openNext();
  }

  function openNext(): void {
    const view = $view.get();
    if (view.state !== 'requested') return;
    children.open(view.requested.children.find(({ is_reported }) => !is_reported)?.child ?? null);
  }

  function noteSaved(child: number): void {
    const view = $view.get();
    if (view.state !== 'requested') return;
    const now = view.requested.children.map((entry) =>
      entry.child === child ? { ...entry, is_reported: true } : entry,
    );
    $view.set({ state: 'requested', requested: { ...view.requested, children: now } });
    openNext();
  }

  /** Reads the order again. If that fails, the page keeps the order that it shows. */
  async function reread(): Promise<void> {
    const answer = await api.getManaged(token ?? '');
    if (answer.ok) $view.set({ state: 'ready', order: answer.value });
  }

  function openPanel(panel: Panel): void {
    $panel.set(panel);
    $chosenMove.set(null);
    $outcome.set(null);
    if (panel.action === 'move' || panel.action === 'place') void targets.load();
    if (panel.action === 'book' && panel.lineId !== null) void passes.load(panel.lineId);
  }

  function close(): void {
    $panel.set(null);
    $chosenMove.set(null);
  }

  /** Runs one change at a time and returns whether it was made. */
  async function change(
    call: (token: string) => Promise<Answer<ManagedOrder>>,
    doneText: string,
  ): Promise<boolean> {
    if (token === null) return false;
    const note = await run(async () => {
      const answer = await call(token);
      if (!answer.ok) return refuse(answer);
      close();
      $view.set({ state: 'ready', order: answer.value });
      targets.forget();
      return { tone: 'calm', text: doneText };
    });
    return note?.tone === 'calm';
  }

  const payRest = () =>
    run(async () => {
      const answer = await api.makePaymentLink(token ?? '');
      if (!answer.ok) return refuse(answer);
      go(`${paths.pay}#${answer.value.token}`);
      return leaving;
    });

  async function refuse(refusal: Refusal): Promise<Note> {
    const { code } = refusal;
    if (code === 'unexpected') report('A paid order could not be changed');
    const note = await noteOf(refusal);
    if (code === 'unexpected' || code === 'rate_limited' || code === 'payment_unavailable') return note;
    if (targetErrors.has(code)) {
      $chosenMove.set(null);
      void targets.load();
    }
    await reread();
    if (closingCodes.has(code)) close();
    return note;
  }

  /**
   * Turns a refusal into the note that the parent reads. If the amount has changed, it also replaces the chosen move.
   */
  async function noteOf(refusal: Refusal): Promise<Note> {
    const chosenMove = $chosenMove.get();
    if (refusal.code === 'refund_changed') {
      $chosenMove.set(null);
      return { tone: 'warn', text: noteMessages.refundChanged(refusal.cents) };
    }
    if (refusal.code === 'move_costs_more' && chosenMove && refusal.cents !== undefined) {
      $chosenMove.set({ ...chosenMove, differenceCents: refusal.cents });
      return { tone: 'warn', text: noteMessages.differenceChanged(refusal.cents) };
    }
    return { tone: 'bad', text: await errorText(refusal), help: needsStaff.has(refusal.code) };
  }

  async function cancel(lineIds: string[], shownEffect: CancelEffect, bookingName: string): Promise<boolean> {
    const isDone = await change(
      (link) => api.cancelLines(link, lineIds, shownEffect),
      noteMessages.cancelled(bookingName, shownEffect.refundCents),
    );
    if (isDone) void renewal.refresh();
    return isDone;
  }

  const tellAbsence = (lineId: string, day: string, isAbsent: boolean, doneText: string) =>
    change((link) => api.tellAbsence(link, lineId, day, isAbsent), doneText);

  /** Reads what a move costs. A class costs the same everywhere, so only a move to another camp is quoted. */
  async function quoteMove(lineId: string, target: Target): Promise<void> {
    if (target.kind === 'session') $chosenMove.set({ target, differenceCents: 0 });
    else if (token !== null) await run(() => loadQuote(token, lineId, target));
  }

  async function loadQuote(link: string, lineId: string, target: Target): Promise<Note | null> {
    const answer = await api.quoteMove(link, lineId, toTarget(target));
    if (!answer.ok) return refuse(answer);
    const { difference_cents, rebate_lost_cents, clawback_cents } = answer.value;
    $chosenMove.set({
      target,
      differenceCents: difference_cents,
      rebateLostCents: rebate_lost_cents,
      clawbackCents: clawback_cents,
    });
    return null;
  }

  const move = (lineId: string, { target, differenceCents }: ChosenMove, bookingName: string) =>
    change(
      (link) => api.moveLine(link, lineId, toTarget(target), differenceCents),
      noteMessages.moved(bookingName),
    );

  function leavePage(url: string): void {
    if (token !== null && !api.isOwn(token)) saveOrderToken(token);
    go(url);
  }

  const payDifference = createDifference({
    token,
    run,
    $chosenMove,
    refuse,
    quote: loadQuote,
    leave: leavePage,
  });
  const renewal = createRenewal({ token, run, leave: leavePage });
  const children = createChildren({ token, action, onSaved: noteSaved });
  const passes = createPasses({ token, run, $outcome, $view, close, reread });

  const placeCredit = (lineId: string, target: Target, bookingName: string) =>
    change((link) => api.placeCredit(link, lineId, target.id), noteMessages.moved(bookingName));

  const chooseLateOutcome = (choice: LateChoice) =>
    change((link) => api.chooseLateOutcome(link, choice), lateDone[choice.kind]);

  return {
    $view,
    $panel,
    $chosenMove,
    $outcome,
    $busy,
    targets,
    renewal,
    children,
    passes,
    open,
    retry,
    unlock,
    openPanel,
    close,
    cancel,
    tellAbsence,
    quoteMove: quoteMove,
    move,
    payDifference: payDifference,
    payRest,
    placeCredit: placeCredit,
    chooseLateOutcome: chooseLateOutcome,
    clearChosenMove: () => $chosenMove.set(null),
    warn: (text: string) => $outcome.set({ tone: 'warn', text }),
  };
}

export type OrderStore = ReturnType<typeof createOrderStore>;

const toTarget = ({ kind, id }: Target): MoveTarget =>
  kind === 'session' ? { session_id: id } : { camp_id: id };

function unavailableReason(code: ErrorCode): 'link_not_found' | 'link_expired' | 'failed' {
  if (code === 'link_expired') return code;
  if (code === 'link_not_found' || code === 'order_not_found' || code === 'invalid_input')
    return 'link_not_found';
  report(`A managed order could not be read: ${code}`);
  return 'failed';
}

/** The codes that mean that the session has ended, or that this account may not see the order. */
const needsSignIn = new Set<ErrorCode>([
  'unauthorized',
  'not_allowed',
  'session_ended',
  'second_factor_needed',
]);

/** The codes after which the parent can no longer answer the open question, so that its panel closes. */
const closingCodes = new Set<ErrorCode>([
  'line_closed',
  'line_not_found',
  'too_late',
  'pass_used',
  'choice_made',
  'already_refunded',
  'not_allowed',
]);
const needsStaff = new Set<ErrorCode>([
  ...(['too_late', 'age_not_allowed', 'level_not_allowed', 'link_expired', 'link_not_found'] as const),
  ...([
    'transport_not_available',
    'pass_used',
    'invalid_input',
    'charge_disputed',
    'already_refunded',
  ] as const),
]);
const targetErrors = new Set<ErrorCode>([
  ...(['session_full', 'session_started', 'session_not_found', 'already_booked'] as const),
  ...(['camp_full', 'camp_started', 'camp_not_found', 'offer_not_available'] as const),
]);

export const getOrderStore = createPage(
  () => createOrderStore(takeOrderToken(), undefined, wantsReceipt()),
  (manage) => manage.unlock(),
);
