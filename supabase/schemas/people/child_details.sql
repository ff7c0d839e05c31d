-- The family reads a child's details directly (spec 1 §3; docs/decisions "Safety"). Staff read them only through
-- functions that log every read (staff_reads.sql), so there is no policy for staff and no grant for the service key.

create table public.child_health (
  child_id uuid primary key references public.children (id) on delete cascade,
  medical_conditions text check (length(medical_conditions) between 1 and 2000 and private.is_text(medical_conditions)),
  allergies text check (length(allergies) between 1 and 2000 and private.is_text(allergies)),
  medications text check (length(medications) between 1 and 2000 and private.is_text(medications)),
  physical_conditions text check (length(physical_conditions) between 1 and 2000 and private.is_text(physical_conditions)),
  physical_limitations text check (length(physical_limitations) between 1 and 2000 and private.is_text(physical_limitations)),
  previous_injuries text check (length(previous_injuries) between 1 and 2000 and private.is_text(previous_injuries)),
  fitness_level text check (length(fitness_level) between 1 and 40 and private.is_line(fitness_level)),
  last_medical_checkup date check (isfinite(last_medical_checkup)),
  medical_clearance boolean,
  medical_clearance_date date check (isfinite(medical_clearance_date)),
  emergency_medical_info text check (length(emergency_medical_info) between 1 and 2000 and private.is_text(emergency_medical_info)),
  hospital_preference text check (length(hospital_preference) between 1 and 200 and private.is_line(hospital_preference)),
  medical_insurance text check (length(medical_insurance) between 1 and 200 and private.is_line(medical_insurance)),
  doctor_name text check (length(doctor_name) between 1 and 120 and private.is_line(doctor_name)),
  doctor_phone text check (private.is_phone(doctor_phone)),
  updated_at timestamptz not null default now(),
  answer text check (answer in ('reported', 'nothing')),
  answered_at timestamptz,
  answered_by uuid references public.profiles (id) on delete set null,
  answered_through text check (answered_through in ('family', 'booking', 'link')),
  check ((answer is null) = (answered_at is null) and (answer is null) = (answered_through is null))
);
comment on table public.child_health is
  'A child''s health in the parent''s words. The column answer says whether a parent has answered. Empty fields say '
  'nothing about that.';
comment on column public.child_health.allergies is
  'A list with one entry per line. medical_conditions, medications and physical_limitations have the same form.';
comment on column public.child_health.answer is
  'reported means that staff have something to heed. nothing means that a parent answered that there is nothing to '
  'report. If there is no answer yet, it is null or there is no row.';
comment on column public.child_health.answered_at is 'When the answer was last given or confirmed.';
comment on column public.child_health.answered_by is
  'The parent who gave the answer. It is null if it was given without an account, by a booking or a link.';
comment on column public.child_health.answered_through is
  'How the answer was given. family means by a parent who was signed in, booking means with an order, and link means '
  'by a link in one of our mails.';
create index child_health_answered_by on public.child_health (answered_by);
comment on column public.child_health.medical_clearance is
  'True if a doctor has said that the child may take part. It is null if unknown.';
comment on column public.child_health.doctor_phone is 'A phone number in E.164.';

create table public.child_behaviour (
  child_id uuid primary key references public.children (id) on delete cascade,
  personality text check (length(personality) between 1 and 1000 and private.is_text(personality)),
  behavioral_notes text check (length(behavioral_notes) between 1 and 2000 and private.is_text(behavioral_notes)),
  learning_difficulties text check (length(learning_difficulties) between 1 and 2000 and private.is_text(learning_difficulties)),
  anxiety_triggers text check (length(anxiety_triggers) between 1 and 2000 and private.is_text(anxiety_triggers)),
  communication_preferences text check (length(communication_preferences) between 1 and 1000 and private.is_text(communication_preferences)),
  updated_at timestamptz not null default now()
);
comment on table public.child_behaviour is 'How best to treat a child, in the parent''s words.';

create table public.emergency_contacts (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  child_id uuid,
  position integer not null check (position between 1 and 6),
  name text not null check (length(name) between 1 and 120 and private.is_line(name)),
  relationship text check (length(relationship) between 1 and 60 and private.is_line(relationship)),
  phone text not null check (private.is_phone(phone)),
  -- The key includes the family, and follows a child that moves to another family.
  foreign key (child_id, family_id) references public.children (id, family_id) on update cascade on delete cascade,
  unique nulls not distinct (family_id, child_id, position)
);
comment on table public.emergency_contacts is
  'People to call in an emergency, in order of position. A child''s own contacts come before those of its family.';
comment on column public.emergency_contacts.child_id is
  'It is null if the contact is for the whole family, including the parents.';
comment on column public.emergency_contacts.phone is 'A phone number in E.164.';
create index emergency_contacts_child_id on public.emergency_contacts (child_id, family_id);

create function private.pickup_code()
returns text
language sql
volatile
set search_path = ''
as $$ select lpad((('x' || encode(extensions.gen_random_bytes(6), 'hex'))::bit(48)::bigint % 1000000)::text, 6, '0') $$;
comment on function private.pickup_code() is 'Returns six random digits.';

create table public.pickup_authorizations (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  child_id uuid,
  position integer not null check (position between 1 and 6),
  name text not null check (length(name) between 1 and 120 and private.is_line(name)),
  relationship text check (length(relationship) between 1 and 60 and private.is_line(relationship)),
  phone text check (private.is_phone(phone)),
  code text not null default private.pickup_code() check (code ~ '^[0-9]{6}$'),
  foreign key (child_id, family_id) references public.children (id, family_id) on update cascade on delete cascade,
  unique nulls not distinct (family_id, child_id, position)
);
comment on table public.pickup_authorizations is 'People besides the parents who may collect a child.';
comment on column public.pickup_authorizations.child_id is
  'It is null if the person may collect every child of the family.';
comment on column public.pickup_authorizations.phone is 'A phone number in E.164.';
comment on column public.pickup_authorizations.code is
  'The code that this person says or shows at pick-up. Only the family reads it, through get_pickup_codes. It stays '
  'the same as long as the name is on the list.';
create index pickup_authorizations_child_id on public.pickup_authorizations (child_id, family_id);

alter table public.child_health enable row level security;
alter table public.child_behaviour enable row level security;
alter table public.emergency_contacts enable row level security;
alter table public.pickup_authorizations enable row level security;

revoke all on table public.child_health, public.child_behaviour, public.emergency_contacts, public.pickup_authorizations
  from anon, authenticated, service_role;
grant select on public.child_health, public.child_behaviour, public.emergency_contacts to authenticated;
grant select (id, family_id, child_id, position, name, relationship, phone) on public.pickup_authorizations to authenticated;

create policy "Parents read the health of their own children" on public.child_health
  for select to authenticated using (
    child_id in (select id from public.children where family_id = (select private.my_family_id())));

create policy "Parents read the behaviour of their own children" on public.child_behaviour
  for select to authenticated using (
    child_id in (select id from public.children where family_id = (select private.my_family_id())));

create policy "Parents read their own emergency contacts" on public.emergency_contacts
  for select to authenticated using (family_id = (select private.my_family_id()));

create policy "Parents read their own pickup authorisations" on public.pickup_authorizations
  for select to authenticated using (family_id = (select private.my_family_id()));

create trigger touch_updated_at before update on public.child_health
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.child_behaviour
  for each row execute function private.touch_updated_at();
