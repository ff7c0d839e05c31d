import type { Auth } from '../store.ts';
import { Way } from '../Way.tsx';
import { phoneMessages } from './messages.ts';

export default function PhoneWay({ auth, isNew }: { auth: Auth; isNew: boolean }) {
  return (
    <Way auth={auth} to={isNew ? 'phone-sign-up' : 'phone'} wide>
      {phoneMessages.open}
    </Way>
  );
}
