import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { withLoadError } from '#browser/load-error.ts';
import { bookingPath, paths } from '#config/paths.ts';
import { formatMoney } from '#domain/money.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useFocusOnAdded } from '#ui/people/use-focus-on-added.ts';
import { EmailField } from '#ui/people/EmailField.tsx';
import { PhoneField } from '#ui/people/PhoneField.tsx';
import { ChildFields } from './ChildFields.tsx';
import type { JoinForm as Store } from './form.ts';
import { faultMessage, fieldName, fieldMessages, messages, placeholders } from './messages.ts';
import { MAX_CHILDREN } from './model.ts';

/** Loads a module that the checkout's later components share. Neither page needs it at first. */
const Ending = lazy(withLoadError(() => import('./Ending.tsx')));

/**
 * The form for joining a waitlist. Children of one family and their friends share an entry, so that they get their
 * spots together.
 */
export function JoinForm({ form }: { form: Store }) {
  const { place } = form;
  const values = useStore(form.$values);
  const busy = useStore(form.$busy);
  useFocusOnAdded(values.children.length, nameField);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  useEffect(() => {
    addEventListener('pagehide', form.flush);
    return () => {
      form.flush();
      removeEventListener('pagehide', form.flush);
    };
  }, [form]);
  const mayAddChild = values.children.length < MAX_CHILDREN;
  return (
    <Form
      form={form}
      className="wrap column waitlist"
      labelledBy="waitlist-title"
      labelOf={fieldName}
      messageOf={faultMessage}
      head={
        <>
          <header className="stack justify-items-start gap-3.5">
            <h1 id="waitlist-title" ref={title} tabIndex={-1}>
              {messages.title}
            </h1>
            <p className="waitlist-place">
              <b>{place.what}</b>
              <br />
              {place.when}
              {place.where && `, ${place.where}`}
            </p>
            <p className="lead">{messages.lead}</p>
          </header>
          {place.spotsLeft > 0 && (
            <Notice
              tone="warn"
              title={messages.free(place.spotsLeft)}
              actions={<BookNow kind={place.kind} />}
            >
              {messages.freeText}
            </Notice>
          )}
        </>
      }
    >
      <section aria-labelledby="waitlist-children">
        <h2 id="waitlist-children">{messages.children}</h2>
        <div className="waitlist-children">
          {values.children.map((child, index) => (
            <ChildFields key={index} form={form} child={child} index={index} />
          ))}
        </div>
        {mayAddChild && (
          <div className="row">
            <Button kind="line" small onClick={() => form.add(false)}>
              {messages.addChild}
            </Button>
            <Button kind="line" small onClick={() => form.add(true)}>
              {messages.addFriend}
            </Button>
          </div>
        )}
      </section>
      <OfferField form={form} />
      <section aria-labelledby="waitlist-contact">
        <h2 id="waitlist-contact">{messages.contact}</h2>
        <div className="card fields">
          <ContactField form={form} name="name" autoComplete="name" autoCapitalize="words" />
          <ContactField form={form} name="email" autoComplete="email" />
          <ContactField form={form} name="phone" autoComplete="tel" />
        </div>
      </section>
      <Problem form={form} />
      <div className="waitlist-send stack justify-items-start gap-3">
        <Button type="submit" busy={busy}>
          {messages.join}
        </Button>
        <p>{messages.joining}</p>
      </div>
    </Form>
  );
}

const nameField = (index: number) => `children[${index}].name`;

const BookNow = ({ kind }: { kind: 'session' | 'camp' }) => (
  <ButtonLink kind="line" small href={kind === 'camp' ? paths.campsBook : bookingPath}>
    {messages.book}
  </ButtonLink>
);

function Problem({ form }: { form: Store }) {
  const problem = useStore(form.$outcome);
  if (!problem) return null;
  return (
    <Notice
      tone={problem.bookable ? 'warn' : 'bad'}
      actions={problem.bookable && <BookNow kind={form.place.kind} />}
    >
      {problem.text}
    </Notice>
  );
}

/**
 * Asks for the offer. A camp has no choice, because its tier decides the price. The chosen offer also says how it
 * ends.
 */
function OfferField({ form }: { form: Store }) {
  const { offerId } = useStore(form.$values);
  const { offers } = form.place;
  if (offers.length < 2) return null;
  const chosenOffer = offers.find(({ id }) => id === offerId);
  return (
    <div className="card field" data-keep-clear>
      <label htmlFor="offer_id">{messages.offer}</label>
      <select
        id="offer_id"
        className="input"
        value={offerId}
        aria-describedby="offer_id-end offer_id-hint"
        onChange={(event) => form.type('offerId', event.target.value)}
      >
        {offers.map((offer) => (
          <option key={offer.id} value={offer.id}>
            {offer.title}, {formatMoney(offer.price_cents)}
          </option>
        ))}
      </select>
      {chosenOffer && (
        <p id="offer_id-end" aria-live="polite">
          <Suspense fallback={'\u00a0'}>
            <Ending offer={chosenOffer} />
          </Suspense>
        </p>
      )}
      <p className="hint" id="offer_id-hint">
        {messages.offerHint}
      </p>
    </div>
  );
}

function ContactField({
  form,
  name,
  ...input
}: {
  form: Store;
  name: 'name' | 'email' | 'phone';
  autoComplete: string;
  autoCapitalize?: string;
}) {
  const value = useStore(form.$values)[name];
  const errorOf = useErrorOf(form, faultMessage);
  const field = {
    ...input,
    id: `parent.${name}`,
    label: fieldMessages[`parent.${name}`] ?? name,
    placeholder: placeholders[name],
    value,
    error: errorOf(`parent.${name}`),
    required: true,
  };
  const onType = (text: string) => form.type(name, text);
  if (name === 'phone') return <PhoneField {...field} onType={onType} />;
  if (name === 'email') return <EmailField {...field} onType={onType} />;
  return <Field {...field} onChange={(event) => onType(event.target.value)} />;
}
