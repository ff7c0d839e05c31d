import type { Auth } from '../store.ts';
import { ScreenLink } from '../ScreenLink.tsx';
import { phoneMessages } from './messages.ts';

export default function PhoneLink({ auth, isNew }: { auth: Auth; isNew: boolean }) {
  return (
    <ScreenLink auth={auth} to={isNew ? 'phone-sign-up' : 'phone'} wide>
      {phoneMessages.open}
    </ScreenLink>
  );
}
