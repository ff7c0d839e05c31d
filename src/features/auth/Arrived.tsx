import { paths } from '../../config/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Form } from './Form.tsx';
import { arrivedWords, confirmMore } from './messages.ts';

/** Signed in, and something was waiting: what was bought as a guest under the address. */
export function Arrived({ orders, path }: { orders: number; path: string }) {
  return (
    <Form title={arrivedWords.title}>
      <Notice title={arrivedWords.orders(orders)}>{arrivedWords.text}</Notice>
      <ButtonLink wide href={paths.familyBase}>
        {arrivedWords.open}
      </ButtonLink>
      {path !== paths.familyBase && (
        <ButtonLink kind="line" wide href={path}>
          {arrivedWords.goOn}
        </ButtonLink>
      )}
    </Form>
  );
}

export function HalfChanged() {
  return (
    <Form title={confirmMore.half} lead={confirmMore.halfText}>
      <ButtonLink kind="line" wide href={paths.familyBase}>
        {arrivedWords.open}
      </ButtonLink>
    </Form>
  );
}
