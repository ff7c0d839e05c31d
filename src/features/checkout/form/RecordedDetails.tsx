import type { renewalsAgreed } from '#contract/pass-end.ts';
import { useStore } from '@nanostores/react';
import { formatDate, today } from '#domain/dates.ts';
import type { Checkbox } from '#ui/Checkbox.tsx';
import { faultMessage } from '../messages.ts';
import type { Checkout } from '../store.ts';
import type { FullText } from './Consents.tsx';
import { type AnswersOnRecord, nameOf, type Purpose } from './model.ts';

const words = {
  title: 'Is all of this still correct?',
  lead: 'From your account. We ask only for details that are missing or out of date.',
  healthy: 'Nothing to report',
  confirmedOn: (day: string) => `Added or confirmed on ${day}`,
  agreed: 'You agreed to',
  refused: 'You did not agree to',
  same: 'Nothing has changed.',
  sign: 'All of this is still correct for this booking.',
  changed: 'Something has changed',
} as const;

interface Props {
  checkout: Checkout;
  onRecord: AnswersOnRecord;
  /**
   * Components that are passed as props. If this lazy component imported them, they would be loaded with the page
   * (src/build/chunk-names.ts).
   */
  parts: { Checkbox: typeof Checkbox; FullText: typeof FullText; renewalsAgreed: typeof renewalsAgreed };
}

/**
 * A known family confirms its earlier answers and consents in one tap (decisions "Nothing has
 * changed").
 */
export default function RecordedDetails({
  checkout,
  onRecord,
  parts: { Checkbox, FullText, renewalsAgreed },
}: Props) {
  const { form, sale, texts } = checkout;
  const { children } = useStore(form.$values);
  const fault = useStore(form.$faults)['unchanged'];
  const order = useStore(sale.$order);
  const consentTexts = useStore(texts.$texts);
  const textsOf = (isGiven: boolean) =>
    Object.entries(onRecord.consents).flatMap(([purpose, consent]) => {
      const text =
        consentTexts.state === 'ready' && consent === isGiven && consentTexts.texts.get(purpose as Purpose);
      return text ? [text] : [];
    });
  const [agreedTexts, refusedTexts] = [textsOf(true), textsOf(false)];
  // Even a parent who agreed to the terms before must read that an offer renews.
  const renewing = order && onRecord.consents.terms ? renewalsAgreed(order.lines) : [];
  return (
    <div className="card" role="group" aria-labelledby="on-record">
      <h3 id="on-record">{words.title}</h3>
      <p className="hint mt-1">{words.lead}</p>
      <dl className="border-line my-5 grid gap-4 border-y-2 border-dotted py-4 leading-snug">
        {onRecord.health.map(
          (health, index) =>
            health && (
              <div key={index}>
                <dt className="font-bold" translate="no">
                  {nameOf(children[index], index)}
                </dt>
                <dd>
                  {health.notes.length === 0 ? words.healthy : health.notes.join(' · ')}
                  <small className="hint block">
                    {words.confirmedOn(formatDate(today(new Date(health.answered_at))))}
                  </small>
                </dd>
              </div>
            ),
        )}
        {agreedTexts.length > 0 && (
          <div>
            <dt className="font-bold">{words.agreed}</dt>
            {agreedTexts.map((text) => (
              <dd key={text.purpose} className="checkout-consent mt-1 border-0 [&_details]:m-0">
                {text.title}
                <FullText text={text} />
              </dd>
            ))}
          </div>
        )}
        {refusedTexts.length > 0 && (
          <div>
            <dt className="font-bold">{words.refused}</dt>
            <dd>{refusedTexts.map(({ title }) => title).join(', ')}</dd>
          </div>
        )}
      </dl>
      <Checkbox
        id="unchanged"
        note={[words.sign, ...renewing].join(' ')}
        checked={onRecord.signed}
        error={fault && faultMessage('unchanged', fault)}
        onChange={(event) => form.confirmRecord(event.target.checked)}
      >
        {words.same}
      </Checkbox>
      <button type="button" className="text-button" onClick={form.askAll}>
        {words.changed}
      </button>
    </div>
  );
}
