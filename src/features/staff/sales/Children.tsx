import { useStore } from '@nanostores/react';
import { ageOn, today } from '#domain/dates.ts';
import { dateOf } from '#domain/person.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { BirthDate } from '#ui/people/BirthDate.tsx';
import { useErrorOf } from '#ui/kit/form/Form.tsx';
import type { SaleChild } from './draft.ts';
import { SaleItemFields } from './SaleItemFields.tsx';
import { deskMessages, faultMessage } from './messages.ts';
import { numberItems, type Catalogue } from './model.ts';
import type { Desk } from './store.ts';
import { SectionError } from './FamilyPicker.tsx';

export function Children({ desk, catalogue }: { desk: Desk; catalogue: Catalogue }) {
  const { family, isNew, children } = useStore(desk.$draft);
  const error = useErrorOf(desk.form, faultMessage);
  if (family === null && !isNew) return null;
  const otherChildren = family?.children.filter(({ id }) => !children.some((child) => child.id === id)) ?? [];
  return (
    <section className="sheet desk-part" aria-labelledby="desk-who-comes">
      <header>
        <h2 id="desk-who-comes">{deskMessages.children}</h2>
      </header>
      <SectionError id="desk-children" text={error('desk-children')} />
      {children.map((child, childIndex) => (
        <Child
          key={child.id ?? `new ${childIndex}`}
          desk={desk}
          catalogue={catalogue}
          child={child}
          childIndex={childIndex}
        />
      ))}
      <div className="row">
        {otherChildren.map((child) => (
          <Button key={child.id} kind="line" small onClick={() => desk.addFamilyChild(child)}>
            + {child.name}
          </Button>
        ))}
        <Button kind="line" small onClick={() => desk.addChild()}>
          {deskMessages.addChild}
        </Button>
      </div>
    </section>
  );
}

function Child({
  desk,
  catalogue,
  child,
  childIndex,
}: {
  desk: Desk;
  catalogue: Catalogue;
  child: SaleChild;
  childIndex: number;
}) {
  const { children } = useStore(desk.$draft);
  const error = useErrorOf(desk.form, faultMessage);
  const name = child.name.trim() || deskMessages.child(childIndex + 1);
  const dob = dateOf(child);
  return (
    <fieldset className="desk-child">
      <legend>
        {name}
        {dob !== null && dob <= today() && <span className="quiet"> {ageOn(dob, today())} yrs</span>}
      </legend>
      {child.id === null && (
        <div className="fields two">
          <Field
            id={`children[${childIndex}].name`}
            label={deskMessages.childName}
            autoComplete="off"
            autoCapitalize="words"
            maxLength={120}
            value={child.name}
            error={error(`children[${childIndex}].name`)}
            onChange={({ target }) => desk.changeChild(childIndex, { name: target.value })}
          />
          <BirthDate
            id={`children[${childIndex}].dob`}
            label={deskMessages.dob}
            value={child}
            error={error(`children[${childIndex}].dob`)}
            onType={(patch) => desk.changeChild(childIndex, patch)}
          />
        </div>
      )}
      {numberItems(children)
        .filter(({ child: of }) => of === childIndex)
        .map(({ index, item }, itemIndex) => (
          <SaleItemFields
            key={index}
            desk={desk}
            catalogue={catalogue}
            item={item}
            saleIndex={index}
            childIndex={childIndex}
            itemIndex={itemIndex}
            canRemove={child.items.length > 1}
          />
        ))}
      <div className="row">
        <Button kind="line" small onClick={() => desk.addItem(childIndex)}>
          {deskMessages.addItem}
        </Button>
        {(children.length > 1 || child.id !== null) && (
          <Button kind="line" small onClick={() => desk.removeChild(childIndex)}>
            {deskMessages.removeChild(name)}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
