-- What a parent tells of a child at the checkout, until the payment.

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
  'Health and pickup of a child as typed at the checkout. Nobody reads it: the payment moves it to the child''s own '
  'tables, a lapsed order loses it with its parent.';
comment on column public.order_child_details.pickup_authorizations is '[{name, relationship, phone}]; null: not asked.';
comment on column public.order_child_details.health_answer is
  'nothing: the parent said that there is nothing to report; unchanged: that what we know still holds. Null: see the '
  'notes; without any, health was not asked.';
comment on column public.order_child_details.emergency_contacts is '[{name, relationship, phone}]; null: not asked.';

alter table public.order_child_details enable row level security;
-- Not even the service key reads: health is shown only by functions that log it.
revoke all on table public.order_child_details from anon, authenticated, service_role;
