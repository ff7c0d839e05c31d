import { RecordedDetails } from '#contract/recorded-details.ts';
import { isPersonal } from '#contract/orders.ts';
import { findParent } from '#api/own-family.ts';
import { callRpc } from '#api/rpc.ts';
import { dateOf } from '#domain/person.ts';
import type { CheckoutForm } from './form.ts';
import { type Child, type AnswersOnRecord, mustAgree, type Purpose } from './model.ts';
import type { createTexts } from './messages.ts';

/**
 * The consents that are asked for again if they were refused. An empty box is not a clear answer, and coaches need
 * these consents to help a child.
 */
const asksAgain: readonly Purpose[] = [...mustAgree, 'liability', 'medical'];

/**
 * Returns the answers on record that hold for all children of the order. The database checks them again when the form
 * is sent.
 */
export function answersOnRecord(
  record: RecordedDetails,
  children: readonly Child[],
  purposes: readonly Purpose[],
): Omit<AnswersOnRecord, 'signed'> | null {
  const recordedChildren = children.map((child) =>
    record.children.find(({ name, dob }) => name === child.name.trim() && dob === dateOf(child)),
  );
  if (!recordedChildren.some(Boolean)) return null;
  const consents: AnswersOnRecord['consents'] = {};
  for (const purpose of purposes) {
    const answers = isPersonal(purpose)
      ? [record.consents[purpose]]
      : recordedChildren.map((child) => child?.consents[purpose]);
    const [firstAnswer] = answers;
    if (firstAnswer === undefined || answers.some((other) => other !== firstAnswer)) continue;
    if (firstAnswer || !asksAgain.includes(purpose)) consents[purpose] = firstAnswer;
  }
  const health = recordedChildren.map((child) => child?.health ?? null);
  if (!health.some(Boolean) && Object.keys(consents).length === 0) return null;
  return { health, consents, asksConsent: purposes.some((purpose) => consents[purpose] === undefined) };
}

/** Follows the answers on record. Resolves once those of the present children are known. */
export async function followRecord(
  { $values, $onRecord }: CheckoutForm,
  { $texts, versions }: ReturnType<typeof createTexts>,
): Promise<void> {
  const parent = await findParent();
  const answer = parent && (await callRpc('get_recorded_details', {}, RecordedDetails, parent.token));
  // If there is no record, the form asks every question.
  if (!answer?.ok) return;
  let signedFor = '';
  let hasRecord = false;
  const updateRecord = () => {
    const { children } = $values.get();
    const onRecord = answersOnRecord(answer.value, children, [...versions().keys()]);
    // The parent confirmed the answers of certain children, so any change resets the confirmation.
    const signedState = JSON.stringify([
      onRecord,
      children.map((child) => [child.name.trim(), dateOf(child)]),
    ]);
    if (signedState === signedFor) return;
    signedFor = signedState;
    hasRecord = onRecord !== null;
    $onRecord.set(onRecord && { ...onRecord, signed: false });
  };
  const unsubscribers = [$values.listen(updateRecord), $texts.listen(updateRecord)];
  updateRecord();
  unsubscribers.push(
    $onRecord.listen((onRecord) => {
      // The parent or the database set this to null because an answer has changed, so the record is no
      // longer followed.
      if (onRecord === null && hasRecord) for (const end of unsubscribers) end();
    }),
  );
  // The missing consents are known only after their texts have loaded.
  if ($texts.get().state === 'loading')
    await new Promise<void>((resolve) => {
      const end = $texts.listen(() => {
        end();
        resolve();
      });
    });
}
