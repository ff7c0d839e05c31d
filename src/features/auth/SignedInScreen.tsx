import { paths } from '#config/paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Form } from './Form.tsx';
import { arrivedMessages } from './messages.ts';

/**
 * Shown after a sign-in. If a parent was interrupted, for example in a checkout with a running hold, the link back to
 * that page comes first.
 */
export default function SignedInScreen({ orders, path }: { orders: number; path: string }) {
  const wasBusy = path !== paths.familyBase && path !== paths.home;
  const open = { href: paths.familyBase, words: arrivedMessages.open };
  const continueLink = { href: path, words: arrivedMessages.goOn };
  const [firstLink, secondLink] = wasBusy ? [continueLink, open] : [open, continueLink];
  return (
    <Form title={arrivedMessages.title}>
      <Notice title={arrivedMessages.orders(orders)}>{arrivedMessages.text}</Notice>
      <ButtonLink wide href={firstLink.href}>
        {firstLink.words}
      </ButtonLink>
      {path !== paths.familyBase && (
        <ButtonLink kind="line" wide href={secondLink.href}>
          {secondLink.words}
        </ButtonLink>
      )}
    </Form>
  );
}
