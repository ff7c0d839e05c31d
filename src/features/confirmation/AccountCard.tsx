import { accountByMailPath, paths } from '#config/paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { messages } from './messages.ts';

/**
 * Offers an account. The form already contains the address, and the order is added to the account once the address is
 * verified.
 */
export function AccountCard({ email, signedIn }: { email: string; signedIn: boolean }) {
  const words = messages.account;
  return (
    <section className="card no-print grid gap-3">
      <h2 className="small-title">{words.title}</h2>
      {!signedIn && <p>{words.text}</p>}
      <div>
        <ButtonLink kind="solid" href={signedIn ? paths.familyBase : accountByMailPath(email)}>
          {signedIn ? words.open : words.action}
        </ButtonLink>
      </div>
    </section>
  );
}
