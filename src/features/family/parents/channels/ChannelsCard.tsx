import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Checkbox } from '#ui/Checkbox.tsx';
import { SectionFailed, SectionWaiting } from '#ui/family/SectionState.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { Channels } from './channels.ts';
import { channelLabel, channelMessages, channelNote } from './messages.ts';

export function ChannelsCard({ channels }: { channels: Channels }) {
  const view = useStore(channels.$view);
  const outcome = useStore(channels.$outcome);
  const busy = useStore(channels.$busy);
  useEffect(() => void channels.open(), [channels]);
  if (view.state === 'loading') return <SectionWaiting rows={1} label={channelMessages.loading} />;
  if (view.state === 'failed')
    return (
      <SectionFailed
        title={channelMessages.failed}
        offline={channelMessages.offline}
        onRetry={channels.retry}
      />
    );
  return (
    <div className="card stack gap-3">
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      {view.channels.map((channel) => (
        <Checkbox
          key={channel.channel}
          id={`channel-${channel.channel}`}
          checked={channel.allowed === true}
          disabled={busy}
          note={channelNote(channel)}
          onChange={() => void channels.allow(channel, channel.allowed !== true)}
        >
          {channelLabel(channel)}
        </Checkbox>
      ))}
    </div>
  );
}
