import { RecordedDetails } from '#contract/recorded-details.ts';
import { isPersonal } from '#contract/orders.ts';
import { findParent } from '#api/own-family.ts';
import { callRpc } from '#api/rpc.ts';
import { dateOf } from '#domain/person.ts';
import type { CheckoutForm } from './form.ts';
import { type Child, type AnswersOnRecord, mustAgree, type Purpose } from './model.ts';
import type { createTexts } from './messages.ts';

/** A box that was left empty is no clear answer, and without these a coach may not help a child. */
const asksAgain: readonly Purpose[] = [...mustAgree, 'liability', 'medical'];

/** An answer must hold for all children of the order. The database decides again when the form is sent. */
export function answersOnRecord(
  record: RecordedDetails,
  children: readonly Child[],
  purposes: readonly Purpose[],
): Omit<AnswersOnRecord, 'signed'> | null {
  const known = children.map((child) =>
    record.children.find(({ name, dob }) => name === child.name.trim() && dob === dateOf(child)),
  );
  if (!known.some(Boolean)) return null;
  const consents: AnswersOnRecord['consents'] = {};
  for (const purpose of purposes) {
    const answers = isPersonal(purpose)
      ? [record.consents[purpose]]
      : known.map((child) => child?.consents[purpose]);
    const [given] = answers;
    if (given === undefined || answers.some((other) => other !== given)) continue;
    if (given || !asksAgain.includes(purpose)) consents[purpose] = given;
  }
  const health = known.map((child) => child?.health ?? null);
  if (!health.some(Boolean) && Object.keys(consents).length === 0) return null;
  return { health, consents, asksConsent: purposes.some((purpose) => consents[purpose] === undefined) };
}

/** Resolves once the answers are known for the present children. */
export async function followRecord(
  { $values, $onRecord }: CheckoutForm,
  { $texts, versions }: ReturnType<typeof createTexts>,
): Promise<void> {
  const parent = await findParent();
  const answer = parent && (await callRpc('get_recorded_details', {}, RecordedDetails, parent.token));
  // Without the record the form asks everything.
  if (!answer?.ok) return;
  let signedFor = '';
  let isOurs = false;
  const follow = () => {
    const { children } = $values.get();
    const onRecord = answersOnRecord(answer.value, children, [...versions().keys()]);
    // The confirmation counts for the answers and children at that time, so a change resets it.
    const what = JSON.stringify([onRecord, children.map((child) => [child.name.trim(), dateOf(child)])]);
    if (what === signedFor) return;
    signedFor = what;
    isOurs = onRecord !== null;
    $onRecord.set(onRecord && { ...onRecord, signed: false });
  };
  const ends = [$values.listen(follow), $texts.listen(follow)];
  follow();
  ends.push(
    $onRecord.listen((onRecord) => {
      // Set to null by the parent or the database because an answer has changed, and not by a change of children.
      if (onRecord === null && isOurs) for (const end of ends) end();
    }),
  );
  // The consents to ask are known only once their texts have loaded.
  if ($texts.get().state === 'loading')
    await new Promise<void>((done) => {
      const end = $texts.listen(() => {
        end();
        done();
      });
    });
}
