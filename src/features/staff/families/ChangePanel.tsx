import { useStore } from '@nanostores/react';
import { freshSignInPath } from '#config/paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import { SideFrame } from '#ui/staff/SideFrame.tsx';
import '#ui/people/error-summary.css';
import type { Change } from './changes.ts';
import type { FamilyDetailsStore } from './detail.ts';
import { changeMessages } from './change-messages.ts';
import { doneMessage, refusedMessage } from './messages.ts';

/** Shows the form of a change beside the page. What was typed stays until staff send the form or close it. */
export function ChangePanel({ detail, change }: { detail: FamilyDetailsStore; change: Change }) {
  const outcome = useStore(detail.$outcome);
  const busy = useStore(detail.$busy);
  return (
    <SideFrame
      title={change.title}
      titleId="change-title"
      closeLabel={changeMessages.close}
      onClose={detail.leaveChange}
    >
      <Form
        form={change.form}
        className="stack gap-3.5"
        labelledBy="change-title"
        messageOf={change.faultOf}
        labelOf={(id) => change.fields.find(({ path }) => path === id)?.label ?? id}
      >
        {outcome?.state === 'refused' && (
          <>
            <OutcomeNotice outcome={outcome} done={doneMessage} refused={refusedMessage} />
            {outcome.code === 'sign_in_again' && (
              <p>
                <ButtonLink
                  kind="line"
                  small
                  href={freshSignInPath(`${location.pathname}${location.search}`)}
                >
                  {changeMessages.signIn}
                </ButtonLink>
              </p>
            )}
          </>
        )}
        {change.note?.split('\n').map((part) => (
          <p key={part} className="quiet">
            {part}
          </p>
        ))}
        <Fields fields={change.fields} form={change.form} messageOf={change.faultOf} />
        <div className="row">
          <Button kind={change.harm ? 'harm' : 'solid'} type="submit" busy={busy}>
            {change.save}
          </Button>
          <Button kind="line" onClick={detail.leaveChange}>
            {changeMessages.leave}
          </Button>
        </div>
      </Form>
    </SideFrame>
  );
}
