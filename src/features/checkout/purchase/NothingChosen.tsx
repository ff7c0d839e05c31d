import navigate from '#assets/mascot/navigate.svg?url';
import { paths } from '#config/paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import type { Words } from '../content.ts';

const NothingChosen = ({ empty }: Pick<Words, 'empty'>) => (
  <EmptyState
    level={1}
    picture={navigate}
    title={empty.heading}
    actions={
      <>
        <ButtonLink href={empty.href}>{empty.label}</ButtonLink>
        <ButtonLink kind="line" href={paths.camps}>
          See the holiday camps
        </ButtonLink>
      </>
    }
  >
    {empty.text}
  </EmptyState>
);

export default NothingChosen;
