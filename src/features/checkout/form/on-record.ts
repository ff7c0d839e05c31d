import { OnRecord } from '#contract/on-record.ts';
import { isPersonal } from '#contract/orders.ts';
import { findParent } from '#api/own-family.ts';
import { callRpc } from '#api/rpc.ts';
import { dateOf } from '#domain/person.ts';
import type { CheckoutForm } from './form.ts';
import { type Child, type Kept, mustAgree, type Purpose } from './model.ts';
import type { createTexts } from './texts.ts';

/**
 * What of the form need not be asked, as the family's record has it; null where none of those who come is on it. One
 * answer counts for all who come: where they differ it is asked. The database decides once more when it is sent.
 */
export function keptOf(
  record: OnRecord,
  children: readonly Child[],
  purposes: readonly Purpose[],
): Omit<Kept, 'signed'> | null {
  const known = children.map((child) =>
    record.children.find(({ name, dob }) => name === child.name.trim() && dob === dateOf(child)),
  );
  if (!known.some(Boolean)) return null;
  const consents: Kept['consents'] = {};
  for (const purpose of purposes) {
    const said = isPersonal(purpose)
      ? [record.consents[purpose]]
      : known.map((child) => child?.consents[purpose]);
    const [given] = said;
    if (given === undefined || said.some((other) => other !== given)) continue;
    if (given || !mustAgree.includes(purpose)) consents[purpose] = given;
  }
  const health = known.map((child) => child?.health ?? null);
  if (!health.some(Boolean) && Object.keys(consents).length === 0) return null;
  return { health, consents, asksConsent: purposes.some((purpose) => consents[purpose] === undefined) };
}

/**
 * Reads the record of who is signed in, and keeps what need not be asked in step with who comes, until it has changed;
 * ends once that is known of those who come now.
 */
export async function followRecord(
  { $form, $kept }: CheckoutForm,
  { $texts, versions }: ReturnType<typeof createTexts>,
): Promise<void> {
  const parent = await findParent();
  const answer = parent && (await callRpc('get_on_record', {}, OnRecord, parent.token));
  // Then it is asked, as of everybody.
  if (!answer?.ok) return;
  let signedFor = '';
  let isOurs = false;
  const follow = () => {
    const { children } = $form.get();
    const kept = keptOf(answer.value, children, [...versions().keys()]);
    // What was signed is what stood there then, of who came then.
    const what = JSON.stringify([kept, children.map((child) => [child.name.trim(), dateOf(child)])]);
    if (what === signedFor) return;
    signedFor = what;
    isOurs = kept !== null;
    $kept.set(kept && { ...kept, signed: false });
  };
  const ends = [$form.listen(follow), $texts.listen(follow)];
  follow();
  ends.push(
    $kept.listen((kept) => {
      // Not by who comes: the parent or the database says that something has changed.
      if (kept === null && isOurs) for (const end of ends) end();
    }),
  );
  // Which consents are asked is known once their texts are.
  if ($texts.get().state === 'loading')
    await new Promise<void>((done) => {
      const end = $texts.listen(() => {
        end();
        done();
      });
    });
}
