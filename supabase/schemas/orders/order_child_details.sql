-- The details of children that a parent gave with an order, until the payment moves them to the family.

create table public.order_child_details (
  order_id uuid not null,
  position integer not null,
  allergies text check (length(allergies) between 1 and 2000),
  medical_conditions text check (length(medical_conditions) between 1 and 2000),
  pickup_authorizations jsonb check (jsonb_typeof(pickup_authorizations) = 'array'),
  emergency_contacts jsonb check (jsonb_typeof(emergency_contacts) = 'array'),
  health_answer text check (health_answer in ('nothing', 'unchanged')),
  primary key (order_id, position),
  foreign key (order_id, position) references public.order_children (order_id, position) on delete cascade
);
comment on table public.order_child_details is
  'Health and pick-up details of a child as typed at the checkout. No role can read them. The payment moves them to '
  'the child''s own tables. If the order lapses, they are deleted together with the parent''s details.';
comment on column public.order_child_details.pickup_authorizations is
  '[{name, relationship, phone}]. It is null if the form did not ask.';
comment on column public.order_child_details.health_answer is
  'nothing means that the parent has nothing to report. unchanged means that what we already know is still true. If it '
  'is null, allergies and medical_conditions contain the answer. If these are also empty, the form did not ask about '
  'health.';
comment on column public.order_child_details.emergency_contacts is
  '[{name, relationship, phone}]. It is null if the form did not ask.';

alter table public.order_child_details enable row level security;
-- The service key has no access either, because health details are shown only by functions that log each access.
revoke all on table public.order_child_details from anon, authenticated, service_role;
