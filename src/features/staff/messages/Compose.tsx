import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { BODY_MAX, SUBJECT_MAX } from '#contract/management-messages.ts';
import { Button } from '#ui/Button.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { Field } from '#ui/Field.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { Audience } from './Audience.tsx';
import { BackLink } from './BackLink.tsx';
import { type Composer, createComposer } from './composer.ts';
import { faultMessage, writeMessages, writtenAudience } from './messages.ts';
import { faultsOf, reachesNobody, type MessageField } from './model.ts';
import { MessageNotice } from './MessageNotice.tsx';
import { Preview } from './Preview.tsx';
import { RecipientCount } from './RecipientCount.tsx';
import type { MessagesScreen } from './navigation.ts';

/** The form is beside a preview of the recipients and of the mail. */
export function Compose({ screen }: { screen: MessagesScreen }) {
  const [composer] = useState(() => createComposer(screen.showSent));
  useEffect(() => composer.open(), [composer]);
  return (
    <section aria-labelledby="write-title">
      <BackLink screen={screen} />
      <div className="staff-head">
        <h1 id="write-title">{writeMessages.title}</h1>
      </div>
      <div className="message-desk">
        <Form composer={composer} />
        <Preview composer={composer} />
      </div>
    </section>
  );
}

function Form({ composer }: { composer: Composer }) {
  const message = useStore(composer.$message);
  const [isSubmitted, setIsTried] = useState(false);
  const faults = isSubmitted ? new Map(faultsOf(message)) : new Map<MessageField, never>();
  const errorOf = (field: MessageField) => {
    const fault = faults.get(field);
    return fault === undefined ? undefined : faultMessage(field, fault);
  };
  return (
    <FormElement className="message-form" onSubmit={() => undefined}>
      <Audience composer={composer} error={errorOf('audience')} />
      <RecipientCount composer={composer} />
      <fieldset className="sheet message-part">
        <legend>{writeMessages.words}</legend>
        <Field
          id="message-subject"
          label={writeMessages.subject}
          error={errorOf('subject')}
          maxLength={SUBJECT_MAX}
          autoComplete="off"
          value={message.subject}
          onChange={({ target }) => composer.change({ subject: target.value })}
        />
        <TextArea
          id="message-body"
          label={writeMessages.body}
          hint={writeMessages.bodyHint}
          error={errorOf('body')}
          rows={9}
          most={BODY_MAX}
          value={message.body}
          onType={(body) => composer.change({ body })}
        />
      </fieldset>
      <SendButton composer={composer} onTry={() => setIsTried(true)} />
    </FormElement>
  );
}

/** Staff can send a test to themselves at any time. Sending to families needs one confirmation. */
function SendButton({ composer, onTry }: { composer: Composer; onTry: () => void }) {
  const message = useStore(composer.$message);
  const reach = useStore(composer.$reach);
  const outcome = useStore(composer.$outcome);
  const running = useStore(composer.$running);
  const audiences = useStore(composer.$audiences);
  const to = writtenAudience(message, audiences.state === 'ready' ? audiences.value : null);
  const faults = faultsOf(message);
  const complete = faults.length === 0;
  const ready = reach.state === 'ready' ? reach.value : null;
  const showFaults = () => {
    onTry();
    const [first] = faults;
    document.getElementById(`message-${first?.[0] ?? 'subject'}`)?.focus();
  };
  return (
    <div className="message-send">
      <MessageNotice outcome={outcome} />
      <div className="row">
        <Button
          kind="line"
          busy={running === 'trying'}
          onClick={() => (complete ? void composer.sendTest() : showFaults())}
        >
          {writeMessages.try}
        </Button>
        {(!complete || to === null || ready === null || reachesNobody(ready)) && (
          <Button kind="solid" aria-disabled={complete} onClick={() => !complete && showFaults()}>
            {writeMessages.send}
          </Button>
        )}
      </div>
      {complete && to !== null && ready !== null && !reachesNobody(ready) && (
        <ConfirmButton
          name={writeMessages.sendTo(ready.addresses, ready.more)}
          means={writeMessages.confirmSend(to, ready.addresses, ready.more, message.kind === 'news')}
          yes={writeMessages.yes}
          no={writeMessages.no}
          busy={running === 'sending'}
          lead
          onYes={() => void composer.send()}
        />
      )}
    </div>
  );
}
