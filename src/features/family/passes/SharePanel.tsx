import type { FamilyDashboard } from '#contract/family.ts';
import type { FamilyPass } from '#contract/family-passes.ts';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { missingTexts, useForm } from '#ui/kit/form/use-form.ts';
import type { FormField } from '#ui/kit/form/field.ts';
import { shareMessages as words } from './pause-messages.ts';
import type { Passes } from './store.ts';

interface Props {
  passes: Passes;
  pass: FamilyPass;
  siblings: FamilyDashboard['children'];
}

export default function SharePanel({ passes, pass, siblings }: Props) {
  const running = useStore(passes.$running);
  const form = useForm<Record<string, string>>({
    empty: { child: siblings.length === 1 ? (siblings[0]?.id ?? '') : '', count: '' },
    check: (values) => missingTexts(values, 'child', 'count'),
    send: ({ child = '', count }) => {
      const name = siblings.find(({ id }) => id === child)?.name ?? '';
      return passes.share(pass.id, child, Number(count), name);
    },
  });
  const counts = Array.from({ length: pass.credits }, (_, index) => String(index + 1));
  const [only] = siblings.length === 1 ? siblings : [];
  const childField: FormField = {
    path: 'child',
    kind: 'choice',
    label: words.child,
    required: true,
    options: siblings.map(({ id, name }) => ({ value: id, label: name })),
  };
  const countField: FormField = {
    path: 'count',
    kind: 'choice',
    label: words.count(only?.name ?? null),
    required: true,
    none: words.choose,
    options: counts.map((value) => ({ value, label: value })),
  };
  const fields = only ? [countField] : [childField, countField];
  return (
    <Form form={form} className="stack all gap-2">
      <p className="quiet">{words.rule}</p>
      <Fields fields={fields} form={form} />
      <div className="row">
        <Button kind="line" small type="submit" busy={running === pass.id}>
          {words.yes}
        </Button>
        <Button kind="line" small onClick={passes.closePanel}>
          {words.leave}
        </Button>
      </div>
    </Form>
  );
}
