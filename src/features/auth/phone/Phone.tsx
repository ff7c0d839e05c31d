import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { PhoneField } from '#ui/people/PhoneField.tsx';
import { CodeField } from '../CodeField.tsx';
import { errorFor, Form, formStep, readTyped } from '../Form.tsx';
import { messages } from '../messages.ts';
import type { Auth } from '../store.ts';
import { BackToSignIn } from '../ScreenLink.tsx';
import { phoneMessages as words } from './messages.ts';
import { createPhone } from './phone.ts';

/** The form for signing in by phone. If `isNew` is true, it also asks for a name and creates an account. */
export default function Phone({ auth, isNew }: { auth: Auth; isNew: boolean }) {
  const [store] = useState(() => createPhone(auth));
  const busy = useStore(auth.$busy);
  const problem = useStore(auth.$problem);
  const number = useStore(store.$number);
  const sentTo = useStore(store.$sentTo);
  const [isAgain, setAgain] = useState(false);
  if (sentTo !== null)
    return (
      <Form
        key="code"
        title={words.sentTitle}
        lead={words.sentLead(sentTo)}
        problem={problem}
        onSubmit={(form) => void store.enter(readTyped(form, 'code'))}
      >
        <CodeField describedBy={formStep} label={words.codeLabel} error={errorFor(problem, 'code')} />
        <Button type="submit" kind="solid" wide busy={busy}>
          {messages.next}
        </Button>
        <div className="row">
          <Button kind="line" small busy={busy} onClick={() => void store.again().then(setAgain)}>
            {words.again}
          </Button>
          <Button kind="line" small onClick={store.back}>
            {words.otherNumber}
          </Button>
          <span role="status" className="hint">
            {isAgain && words.sentAgain}
          </span>
        </div>
        {isNew && <p className="hint">{words.known}</p>}
      </Form>
    );
  return (
    <Form
      key="number"
      title={isNew ? words.titleNew : words.title}
      lead={words.lead}
      problem={problem}
      onSubmit={(form) => void store.ask(isNew ? readTyped(form, 'name').trim() : null)}
    >
      {isNew && <Field id="name" name="name" label={words.name} hint={words.nameHint} autoComplete="name" />}
      <PhoneField
        id="phone"
        label={words.number}
        autoComplete="tel"
        value={number}
        onType={(text) => store.$number.set(text)}
        error={errorFor(problem, 'email')}
        required
      />
      <Button type="submit" kind="solid" wide busy={busy}>
        {words.action}
      </Button>
      <BackToSignIn auth={auth} />
    </Form>
  );
}
