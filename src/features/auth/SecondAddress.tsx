import { paths } from '#config/paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Form } from './Form.tsx';
import { arrivedMessages, confirmMore } from './messages.ts';

export default function SecondAddress() {
  return (
    <Form title={confirmMore.oneMailboxLeft} lead={confirmMore.halfText}>
      <ButtonLink kind="line" wide href={paths.familyBase}>
        {arrivedMessages.open}
      </ButtonLink>
    </Form>
  );
}
