import navigate from '#assets/mascot/navigate.svg?url';
import { childPath, paths } from '#config/paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { messages } from './messages.ts';

/** An unknown child and another family's child must look the same, so that nobody can test ids. */
export const NotFound = () => (
  <EmptyState
    picture={navigate}
    level={1}
    title={messages.notFound}
    actions={
      <>
        <ButtonLink kind="solid" href={paths.familyBase}>
          {messages.back}
        </ButtonLink>
        <ButtonLink kind="line" href={childPath()}>
          {messages.addTitle}
        </ButtonLink>
      </>
    }
  />
);
