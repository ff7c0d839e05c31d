import navigate from '#assets/mascot/navigate.svg?url';
import { childPath, paths } from '#config/paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { messages } from './messages.ts';

/** Shown for an unknown child and for another family's child. Both must look the same, so that nobody can test ids. */
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
