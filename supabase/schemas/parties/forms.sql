-- Guests of parties and visitors fill in forms (docs/decisions "/birthday-rsvp, /dynamic-form"). Health notes are in a
-- separate table, and each read of them is logged.

create table public.form_drafts (
  token uuid primary key default gen_random_uuid(),
  form_id text not null check (length(form_id) between 1 and 100),
  form_revision text check (length(form_revision) <= 100),
  party_id uuid references public.parties (id) on delete cascade,
  body jsonb not null check (jsonb_typeof(body) = 'object' and octet_length(body::text) <= 16384),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
comment on table public.form_drafts is
  'Forms that somebody has begun and can continue later. Only the holder of the token can read a draft. Staff cannot. '
  'A draft is deleted when it is submitted or expires.';
comment on column public.form_drafts.body is
  'The fields as the browser sent them, without checks. They are shown only to the person who typed them.';
create index form_drafts_updated_at on public.form_drafts (updated_at);
create index form_drafts_party_id on public.form_drafts (party_id);

create table public.form_responses (
  id uuid primary key default gen_random_uuid(),
  token uuid not null unique default gen_random_uuid(),
  form_id text not null check (length(form_id) between 1 and 100),
  form_revision text check (length(form_revision) <= 100),
  party_id uuid references public.parties (id) on delete restrict,
  attending boolean,
  contact_name text check (length(contact_name) between 1 and 120),
  contact_email text check (length(contact_email) <= 254),
  contact_phone text check (private.is_phone(contact_phone)),
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object'),
  duplicate_of uuid references public.form_responses (id) on delete set null,
  submitted_at timestamptz not null default clock_timestamp(),
  anonymised_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  check (anonymised_at is not null
    or (contact_name is not null and (contact_email is not null or contact_phone is not null)))
);
comment on table public.form_responses is 'Submitted forms, without their health notes.';
comment on column public.form_responses.token is
  'A person who has the token may read and change this response. If there was a draft, both have the same token.';
comment on column public.form_responses.form_id is
  'The content document of the form. form_revision is the revision that was filled in.';
comment on column public.form_responses.attending is 'True if the guests come. It is null if the form does not ask.';
comment on column public.form_responses.answers is
  'The answers by field name. Each is a text, a number, yes or no, or a list of texts.';
comment on column public.form_responses.duplicate_of is
  'An earlier response to the same party (or form) with the same e-mail or phone number, probably of the same family. '
  'Staff decide. Until then it is not counted among the guests.';
comment on column public.form_responses.anonymised_at is
  'When contact, answers and names were removed. The numbers remain.';
create index form_responses_party_id on public.form_responses (party_id);
create index form_responses_duplicate_of on public.form_responses (duplicate_of);
create index form_responses_to_anonymise on public.form_responses (submitted_at) where anonymised_at is null;
create index form_responses_email on public.form_responses (contact_email, form_id);
create index form_responses_phone on public.form_responses (form_id, contact_phone);

create table public.form_response_guests (
  response_id uuid not null references public.form_responses (id) on delete cascade,
  position integer not null check (position between 1 and 12),
  name text check (length(name) between 1 and 120),
  age integer check (age between 0 and 120),
  kind text not null default 'child' check (kind in ('child', 'adult')),
  primary key (response_id, position)
);
comment on table public.form_response_guests is 'The guests of a response.';
comment on column public.form_response_guests.position is 'The position counts from 1, in the family''s order.';
comment on column public.form_response_guests.name is
  'The guest''s name. It is null once it was removed (form_responses.anonymised_at).';

create table public.form_response_health (
  response_id uuid not null references public.form_responses (id) on delete cascade,
  position integer not null check (position between 0 and 12),
  details jsonb not null check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 8000),
  primary key (response_id, position)
);
comment on table public.form_response_health is
  'Allergies and other health notes of a form. There is no policy, because only functions that log each read may read '
  'them.';
comment on column public.form_response_health.position is
  'The position of a guest, or 0 if the note is not about a particular guest.';

create table public.party_news (
  response_id uuid primary key references public.form_responses (id) on delete cascade,
  party_id uuid not null references public.parties (id) on delete cascade,
  kind text not null check (kind in ('new', 'changed')),
  changed_at timestamptz not null default clock_timestamp()
);
comment on table public.party_news is
  'Answers about which the host of a party has not been notified yet. They are deleted when the mail is queued '
  '(party_news.sql). Service role only.';
comment on column public.party_news.changed_at is
  'The time of the latest change. The host is mailed after a quiet period.';
create index party_news_party_id on public.party_news (party_id);

alter table public.form_drafts enable row level security;
alter table public.form_responses enable row level security;
alter table public.form_response_guests enable row level security;
alter table public.form_response_health enable row level security;
alter table public.party_news enable row level security;
revoke all on table public.form_drafts, public.form_responses, public.form_response_guests,
  public.form_response_health, public.party_news from anon, authenticated, service_role;
grant select on public.form_responses, public.form_response_guests, public.party_news to service_role;
grant select on public.form_response_guests to authenticated;
grant select (
  id, form_id, form_revision, party_id, attending, contact_name, contact_email, contact_phone, answers, duplicate_of,
  submitted_at, anonymised_at, updated_at
) on public.form_responses to authenticated;

create policy "Admins read form responses" on public.form_responses
  for select to authenticated using ((select private.is_admin()));
create policy "Admins read the guests of form responses" on public.form_response_guests
  for select to authenticated using ((select private.is_admin()));

create trigger touch_updated_at before update on public.form_drafts
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.form_responses
  for each row execute function private.touch_updated_at();

create function private.check_answers(p_answers jsonb, p_field text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_answer record;
begin
  if p_answers is null or p_answers = 'null' then return '{}'; end if;
  perform private.check_object(p_answers, p_field, 12000);
  if (select count(*) from jsonb_object_keys(p_answers)) > 60 then perform private.fail('invalid_input', p_field); end if;
  for v_answer in select key, value, jsonb_typeof(value) as type from jsonb_each(p_answers) loop
    if v_answer.key !~ '^[A-Za-z][A-Za-z0-9_-]{0,59}$' then perform private.fail('invalid_input', p_field); end if;
    if v_answer.type = 'object' or length(v_answer.value #>> '{}') > 2000
      or (v_answer.type = 'array' and (
        jsonb_array_length(v_answer.value) > 30
        or exists (select from jsonb_array_elements(v_answer.value)
          where jsonb_typeof(value) <> 'string' or not private.is_text(value #>> '{}'))))
      or (v_answer.type = 'string' and not private.is_text(v_answer.value #>> '{}')) then
      perform private.fail('invalid_input', p_field || '.' || v_answer.key);
    end if;
  end loop;
  return p_answers;
end;
$$;
comment on function private.check_answers(jsonb, text) is
  'Checks answers: at most 60 fields, each a text (2,000 characters), a number, a boolean, or 30 texts. Fails with '
  'invalid_input, and names the field, e.g. answers.colour.';

create function private.check_guests(p_guests jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_guest record;
begin
  if coalesce(p_guests, 'null') = 'null' then return; end if;
  if jsonb_typeof(p_guests) <> 'array' or jsonb_array_length(p_guests) > 12 then
    perform private.fail('invalid_input', 'guests');
  end if;
  for v_guest in
    select value, format('guests[%s]', ordinality - 1) as field from jsonb_array_elements(p_guests) with ordinality
  loop
    if jsonb_typeof(v_guest.value) <> 'object' then perform private.fail('invalid_input', v_guest.field); end if;
    perform private.check_text(v_guest.value -> 'name', v_guest.field || '.name', 120);
    if private.is_given(v_guest.value -> 'age') and not private.is_whole(v_guest.value -> 'age', 0, 120) then
      perform private.fail('invalid_input', v_guest.field || '.age');
    end if;
    if coalesce(v_guest.value ->> 'kind', 'child') not in ('child', 'adult') then
      perform private.fail('invalid_input', v_guest.field || '.kind');
    end if;
    perform private.check_lines(v_guest.value -> 'allergies', v_guest.field || '.allergies', 500);
  end loop;
end;
$$;
comment on function private.check_guests(jsonb) is
  'Checks the guests of a response: at most 12 of {name, age?, kind? (child, adult), allergies?}. Fails with '
  'invalid_input, and names the field, e.g. guests[0].name.';
