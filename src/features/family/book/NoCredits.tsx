import wave from '#assets/mascot/wave.svg?url';
import { childPath, paths } from '#config/paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { messages } from './messages.ts';

export const NoCredits = ({ hasChild }: { hasChild: boolean }) => (
  <EmptyState
    picture={wave}
    level={2}
    title={hasChild ? messages.noCredits : messages.noChild}
    actions={
      hasChild ? (
        <>
          <ButtonLink href={`${paths.familyPasses}#buy`}>{messages.getPass}</ButtonLink>
          <ButtonLink kind="line" href={paths.tryOut}>
            {messages.tryOut}
          </ButtonLink>
        </>
      ) : (
        <ButtonLink href={childPath()}>{messages.addChild}</ButtonLink>
      )
    }
  >
    {hasChild ? messages.noCreditsText : messages.noChildText}
  </EmptyState>
);
