import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { EmailField } from '#ui/people/EmailField.tsx';
import { besideField, Form } from '../Form.tsx';
import type { Auth } from '../store.ts';
import { BackToSignIn } from '../ScreenLink.tsx';
import { organisationMessages as words } from './messages.ts';
import { domainIn, signInByOrganisation } from './organisation.ts';

/** Asks whose identity provider signs the user in; only the domain of the address is sent. */
export default function Organisation({ auth }: { auth: Auth }) {
  const busy = useStore(auth.$busy);
  const problem = useStore(auth.$problem);
  const email = useStore(auth.$email);
  const leave = () => {
    const domain = domainIn(email);
    if (domain === null) auth.refuse({ text: words.emailForm, field: 'email' });
    else void auth.attempt(() => signInByOrganisation(domain, (url) => location.assign(url)));
  };
  return (
    <Form title={words.title} lead={words.lead} problem={problem} onSubmit={leave}>
      <EmailField
        id="email"
        label={words.email}
        autoComplete="username"
        value={email}
        onType={(text) => auth.$email.set(text)}
        error={besideField(problem, 'email')}
        required
      />
      <Button type="submit" kind="solid" wide busy={busy}>
        {words.action}
      </Button>
      <BackToSignIn auth={auth} />
    </Form>
  );
}
