import type { ConsentText } from '#contract/orders.ts';
import { renewalsAgreed } from '#contract/pass-end.ts';
import { useStore } from '@nanostores/react';
import { language } from '#config/language.ts';
import { paths } from '#config/paths.ts';
import { fill } from '#domain/fill.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Notice } from '#ui/Notice.tsx';
import { consentMessages } from '../messages.ts';
import { mustAgree, namesOf, type Purpose } from './model.ts';
import type { Checkout } from '../store.ts';
import { useErrors } from './use-errors.ts';
import type { Words } from '../content.ts';

/** Returns when a consent is required. Some are needed to book, and others before the first session. */
const noteOf = (purpose: Purpose): string => {
  if (mustAgree.includes(purpose)) return 'Needed';
  return purpose in consentMessages ? 'Needed before the first session' : 'Optional';
};
/**
 * The order of the consents. The one for photos is optional, so it comes last, apart from the others, and is not
 * ticked in advance.
 */
const order: readonly Purpose[] = ['terms', 'activity', 'liability', 'medical', 'marketing', 'photo'];

export function Consents({ checkout, words }: { checkout: Checkout; words: Words }) {
  const consentTexts = useStore(checkout.texts.$texts);
  const onRecord = useStore(checkout.form.$onRecord);
  const heldOrder = useStore(checkout.sale.$order);
  const spotCount = useStore(checkout.sale.$seated) ?? 1;
  const children = useStore(checkout.form.$values).children.slice(0, spotCount);
  // Families write given names in different places, so the sentence uses the whole name.
  const child = namesOf(children, children.length === 1 ? 'My child' : 'My children');
  if (consentTexts.state === 'failed')
    return (
      <Notice
        tone="bad"
        title="The texts did not load"
        actions={
          <Button kind="solid" small onClick={() => void checkout.texts.load()}>
            Try again
          </Button>
        }
      >
        You can only agree to what you can read.
      </Notice>
    );
  if (consentTexts.state === 'loading')
    return <span className="skeleton consents-coming" aria-hidden="true" />;
  const labels: Record<Purpose, string> = {
    terms: [words.consents.termsText, ...(heldOrder ? renewalsAgreed(heldOrder.lines) : [])].join(' '),
    activity: fill(words.consents.activityText, { child }),
    ...consentMessages,
    marketing: words.consents.newsText,
    photo: words.consents.photoText,
  };
  return (
    // Consent texts stay in English on every page (decisions "Languages").
    <div lang={language === 'en' ? undefined : 'en'}>
      {order.map((purpose) => {
        const text = consentTexts.texts.get(purpose);
        if (onRecord?.consents[purpose] !== undefined) return null;
        return text && <Consent key={purpose} checkout={checkout} text={text} label={labels[purpose]} />;
      })}
    </div>
  );
}

function Consent({ checkout, text, label }: { checkout: Checkout; text: ConsentText; label: string }) {
  const { form } = checkout;
  const { purpose, version } = text;
  const isTicked = useStore(form.$values).consents[purpose] !== undefined;
  const id = `consents.${purpose}`;
  const error = useErrors(form);
  return (
    <div className="checkout-consent">
      <Checkbox
        id={id}
        note={noteOf(purpose)}
        checked={isTicked}
        error={error(id)}
        onChange={(event) => form.tick(purpose, event.target.checked ? version : undefined)}
      >
        {label}
      </Checkbox>
      <FullText text={text} />
    </div>
  );
}

export function FullText({ text: { purpose, version, title, body } }: { text: ConsentText }) {
  return (
    <details>
      <summary>
        Read full text<span className="sr-only">: {title}</span>
      </summary>
      <div>
        <b>{title}</b>
        <p>{body}</p>
        {purpose === 'terms' && (
          <p>
            <a href={paths.terms} target="_blank" rel="noopener">
              Terms and conditions
            </a>
            {', '}
            <a href={paths.privacy} target="_blank" rel="noopener">
              privacy policy
            </a>
          </p>
        )}
        <small>Version {version}</small>
      </div>
    </details>
  );
}
