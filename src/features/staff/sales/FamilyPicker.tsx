import { useStore } from '@nanostores/react';
import { formatPhone } from '#contract/phone-format.ts';
import { Button } from '#ui/Button.tsx';
import { Field, FieldError } from '#ui/Field.tsx';
import { EmailField } from '#ui/people/EmailField.tsx';
import { PhoneField } from '#ui/people/PhoneField.tsx';
import { useErrorOf } from '#ui/kit/form/Form.tsx';
import { deskMessages, faultMessage } from './messages.ts';
import type { Desk } from './store.ts';

/** The seller finds a family or enters the details of a new one. */
export function FamilyPicker({ desk }: { desk: Desk }) {
  const { family, isNew } = useStore(desk.$draft);
  return (
    <section className="sheet desk-part" aria-labelledby="desk-who">
      <header>
        <h2 id="desk-who">{deskMessages.who}</h2>
        {(family !== null || isNew) && (
          <Button kind="line" small onClick={desk.clearFamily}>
            {deskMessages.otherFamily}
          </Button>
        )}
      </header>
      {family !== null && <ChosenFamily desk={desk} />}
      {family === null && isNew && <NewFamily desk={desk} />}
      {family === null && !isNew && <Search desk={desk} />}
    </section>
  );
}

function ChosenFamily({ desk }: { desk: Desk }) {
  const { family } = useStore(desk.$draft);
  if (family === null) return null;
  return (
    <div className="fields">
      <p className="desk-family">
        <b>{family.name}</b>
        <span>{family.email}</span>
        {family.phone !== null && <span>{formatPhone(family.phone)}</span>}
      </p>
      {family.phone === null && <Phone desk={desk} />}
    </div>
  );
}

function Search({ desk }: { desk: Desk }) {
  const text = useStore(desk.$search);
  const familySearch = useStore(desk.$families);
  const error = useErrorOf(desk.form, faultMessage);
  return (
    <div className="fields">
      <Field
        id="desk-search"
        type="search"
        label={deskMessages.search}
        placeholder={desk.isManager ? deskMessages.searchHint : deskMessages.contactHint}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={120}
        value={text}
        error={error('desk-search')}
        onChange={({ target }) => desk.search(target.value)}
        onKeyDown={(event) => {
          // Enter searches and does not submit the sale.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <p className="sr-only" role="status">
        {familySearch.state === 'found' ? `${familySearch.value.rows.length}` : ''}
      </p>
      {familySearch.state === 'searching' && <p className="quiet">{deskMessages.searching}</p>}
      {familySearch.state === 'failed' && <p className="quiet">{deskMessages.failed}</p>}
      {familySearch.state === 'found' && familySearch.value.rows.length === 0 && (
        <p className="quiet">{deskMessages.nobody}</p>
      )}
      {familySearch.state === 'found' && familySearch.value.rows.length > 0 && (
        <ul className="found-list">
          {familySearch.value.rows.map((family) => (
            <li key={family.family_id}>
              <button type="button" onClick={() => desk.chooseFamily(family)}>
                <b>{family.name}</b>
                <small>
                  {family.children.map(({ name }) => name).join(', ') || deskMessages.noChildren} ·{' '}
                  {family.email}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {familySearch.state === 'found' && familySearch.value.more && (
        <p className="quiet">{deskMessages.more}</p>
      )}
      <div>
        <Button kind="line" small onClick={desk.startNewFamily}>
          {deskMessages.isNew}
        </Button>
      </div>
    </div>
  );
}

function NewFamily({ desk }: { desk: Desk }) {
  const { name, email } = useStore(desk.$draft);
  const error = useErrorOf(desk.form, faultMessage);
  return (
    <div className="fields two">
      <Field
        id="parent.name"
        label={deskMessages.name}
        autoComplete="off"
        autoCapitalize="words"
        maxLength={120}
        value={name}
        error={error('parent.name')}
        onChange={({ target }) => desk.change({ name: target.value }, 'parent.name')}
      />
      <Phone desk={desk} />
      <EmailField
        id="parent.email"
        label={deskMessages.email}
        hint={deskMessages.emailHint}
        autoComplete="off"
        maxLength={254}
        value={email}
        error={error('parent.email')}
        onType={(email) => desk.change({ email }, 'parent.email')}
      />
    </div>
  );
}

function Phone({ desk }: { desk: Desk }) {
  const { phone } = useStore(desk.$draft);
  const error = useErrorOf(desk.form, faultMessage);
  return (
    <PhoneField
      id="parent.phone"
      label={deskMessages.phone}
      autoComplete="off"
      maxLength={40}
      value={phone}
      error={error('parent.phone')}
      onType={(phone) => desk.change({ phone }, 'parent.phone')}
    />
  );
}

export const SectionError = ({ id, text }: { id: string; text: string | undefined }) =>
  text === undefined ? null : (
    <div id={id} tabIndex={-1}>
      <FieldError id={`${id}-error`}>{text}</FieldError>
    </div>
  );
