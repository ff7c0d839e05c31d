-- Admins arrange birthday parties (docs/decisions "/birthday-rsvp, /dynamic-form" and "/admin/birthday-rsvps").

create function private.party_code()
returns text
language sql
volatile
set search_path = ''
as $$
  -- A code has 20 letters of an alphabet of 31, which are 99 bits. The alphabet lacks 0, O, 1, I and L.
  select string_agg(substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + get_byte(b, i) % 31, 1), '')
  from extensions.gen_random_bytes(20) b, generate_series(0, 19) i
$$;
comment on function private.party_code() is 'Returns an unguessable random code for the link to a party.';

create table public.parties (
  id uuid primary key default gen_random_uuid(),
  code text not null unique default private.party_code() check (code ~ '^[2-9A-HJKMNP-Z]{20}$'),
  title text not null check (length(title) between 1 and 120),
  host_name text not null check (length(host_name) between 1 and 120),
  host_email text check (length(host_email) <= 254),
  host_phone text check (private.is_phone(host_phone)),
  family_id uuid references public.families (id) on delete set null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  place text not null check (length(place) between 1 and 300),
  search_text text not null generated always as (private.search_text(title, host_name, host_email, host_phone, place)) stored,
  offer_id text references public.offers (id) on delete restrict,
  head_count integer not null check (head_count between 1 and 200),
  form_id text check (length(form_id) between 1 and 100),
  status text not null default 'planned' check (status in ('planned', 'cancelled')),
  lead_id uuid unique references public.leads (id) on delete set null,
  host_reminded_at timestamptz,
  guests_reminded_at timestamptz,
  anonymised_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (ends_at > starts_at)
);
comment on table public.parties is 'Birthday parties. Guests answer through the link with the code.';
comment on column public.parties.code is
  'The code in the guests'' link. Its holder may read the invitation and answer. The code is used nowhere else.';
comment on column public.parties.title is 'The title that the invitation shows.';
comment on column public.parties.host_name is
  'The person who arranged the party with us. Only staff read their name and contact.';
comment on column public.parties.family_id is 'The host''s family, if we know it.';
comment on column public.parties.offer_id is 'The birthday package that was chosen.';
comment on column public.parties.head_count is
  'The agreed number of guests. private.party_guests counts the guests who accepted.';
comment on column public.parties.form_id is
  'The content document with the questions for guests. It is null for the site''s default.';
comment on column public.parties.lead_id is 'The enquiry that led to the party, as long as we keep it.';
comment on column public.parties.host_reminded_at is
  'When staff last mailed the host the link for guests (remind_party).';
comment on column public.parties.guests_reminded_at is 'When staff last reminded the guests who are coming.';
comment on column public.parties.anonymised_at is 'When the host''s name and contact were removed.';
create index parties_starts_at on public.parties (starts_at, id);
create index parties_searched on public.parties using gin (search_text extensions.gin_trgm_ops);
create index parties_with_host on public.parties (ends_at) where anonymised_at is null;
create index parties_family_id on public.parties (family_id);
create index parties_offer_id on public.parties (offer_id);

alter table public.parties enable row level security;
revoke all on table public.parties from anon, authenticated, service_role;
grant select on public.parties to authenticated, service_role;

create policy "Admins read parties" on public.parties
  for select to authenticated using ((select private.is_admin()));

create trigger touch_updated_at before update on public.parties
  for each row execute function private.touch_updated_at();
-- The audit log omits the location, which may be the host's home.
create trigger audit after insert or update on public.parties
  for each row execute function private.audit('id', 'status', 'starts_at', 'ends_at', 'head_count', 'offer_id', 'form_id');

create function private.check_moment(p_value jsonb, p_field text)
returns timestamptz
language plpgsql
volatile
set search_path = ''
as $$
begin
  if jsonb_typeof(p_value) is distinct from 'string'
    or p_value #>> '{}' !~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$'
    or not pg_input_is_valid(p_value #>> '{}', 'timestamptz') then
    perform private.fail('invalid_input', p_field);
  end if;
  return (p_value #>> '{}')::timestamptz;
end;
$$;
comment on function private.check_moment(jsonb, text) is
  'Returns an ISO 8601 timestamp with its offset. Fails with invalid_input, and names the field.';

create function private.read_party(p_party jsonb, p_before public.parties)
returns public.parties
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_new public.parties := p_before;
begin
  perform private.check_object(p_party, 'p_party', 8000);
  v_new.title := private.check_text(p_party -> 'title', 'title', 120);
  v_new.host_name := private.check_text(p_party -> 'host_name', 'host_name', 120);
  v_new.host_email := case when private.is_given(p_party -> 'host_email') then
    private.check_email(p_party -> 'host_email', 'host_email') end;
  v_new.host_phone := case when private.is_given(p_party -> 'host_phone') then
    private.check_phone(p_party -> 'host_phone', 'host_phone') end;
  v_new.starts_at := private.check_moment(p_party -> 'starts_at', 'starts_at');
  v_new.ends_at := private.check_moment(p_party -> 'ends_at', 'ends_at');
  -- The start of a party that has begun cannot change.
  if v_new.starts_at <= private.calendar_now() and v_new.starts_at is distinct from p_before.starts_at then
    perform private.fail('invalid_input', 'starts_at');
  end if;
  if v_new.ends_at not between v_new.starts_at + interval '15 minutes' and v_new.starts_at + interval '1 day' then
    perform private.fail('invalid_input', 'ends_at');
  end if;
  v_new.place := private.check_text(p_party -> 'place', 'place', 300);
  if not private.is_whole(p_party -> 'head_count', 1, 200) then perform private.fail('invalid_input', 'head_count'); end if;
  v_new.head_count := (p_party ->> 'head_count')::numeric::integer;
  -- The agreed package remains, even if it is no longer sold.
  if p_before.offer_id is null or p_party ->> 'offer_id' is distinct from p_before.offer_id then
    v_new.offer_id := private.check_offer_id(p_party -> 'offer_id', 'offer_id');
  end if;
  v_new.form_id := case when private.is_given(p_party -> 'form_id') then
    private.check_text(p_party -> 'form_id', 'form_id', 100) end;
  return v_new;
end;
$$;
comment on function private.read_party(jsonb, public.parties) is
  'Returns p_before (null for a new party) with the values of PartyFields (contract/management-parties.ts). Fails '
  'with offer_not_available.';

create function private.take_enquiry(p_lead_id jsonb)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_id uuid;
begin
  if not private.is_given(p_lead_id) then return null; end if;
  select l.id into v_id from public.leads l join public.birthday_enquiries b on b.lead_id = l.id
  where private.is_uuid(p_lead_id) and l.id::text = lower(p_lead_id #>> '{}') for update of l;
  if not found or exists (select from public.parties where lead_id = v_id) then
    perform private.fail('invalid_input', 'lead_id');
  end if;
  update public.leads set status = 'converted', notes = notes || '{"conversionStatus": "converted"}',
    last_activity_at = clock_timestamp()
  where id = v_id;
  return v_id;
end;
$$;
comment on function private.take_enquiry(jsonb) is
  'Converts the lead of the birthday enquiry that becomes a party. Returns the lead''s id, or null if there is none. '
  'One enquiry becomes one party. Fails with invalid_input (lead_id).';

create function public.create_party(p_party jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_new public.parties;
  v_id constant uuid := case when private.is_uuid(p_party -> 'party_id') then (p_party ->> 'party_id')::uuid end;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_object(p_party, 'p_party', 8000);
  -- The browser generates the id, so that a repeated call creates one party.
  if v_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('party ' || v_id, 0));
    select * into v_new from public.parties where id = v_id;
    if found then return jsonb_build_object('party_id', v_new.id, 'code', v_new.code); end if;
  end if;
  v_new := private.read_party(p_party, null);
  if private.is_given(p_party -> 'family_id') then
    select id into v_new.family_id from public.families
    where private.is_uuid(p_party -> 'family_id') and id::text = lower(p_party ->> 'family_id');
    if v_new.family_id is null then perform private.fail('invalid_input', 'family_id'); end if;
  end if;
  v_new.lead_id := private.take_enquiry(p_party -> 'lead_id');

  insert into public.parties (
    id, title, host_name, host_email, host_phone, family_id, starts_at, ends_at, place, offer_id, head_count, form_id, lead_id)
  values (
    coalesce(v_id, gen_random_uuid()), v_new.title, v_new.host_name, v_new.host_email, v_new.host_phone, v_new.family_id,
    v_new.starts_at, v_new.ends_at, v_new.place, v_new.offer_id, v_new.head_count, v_new.form_id, v_new.lead_id)
  returning * into v_new;
  return jsonb_build_object('party_id', v_new.id, 'code', v_new.code);
end;
$$;
comment on function public.create_party(jsonb) is
  'For admins. Creates a party once, from PartyFields with family_id?, lead_id?, party_id?. Returns {party_id, code}. '
  'Fails with offer_not_available. Definer: admins write parties only through these checks.';
grant execute on function public.create_party(jsonb) to authenticated;
select private.answer_calls('public.create_party(jsonb)', 'management');

create function public.get_party(p_code text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_party public.parties;
begin
  select * into v_party from public.parties where code = upper(p_code);
  if not found then
    perform private.refuse_wrong_link();
    return null;
  end if;
  return jsonb_build_object(
    'title', v_party.title,
    'starts_at', private.iso(v_party.starts_at),
    'ends_at', private.iso(v_party.ends_at),
    'place', v_party.place,
    'form_id', v_party.form_id,
    'status', v_party.status,
    'open', v_party.status = 'planned' and v_party.ends_at > private.calendar_now());
end;
$$;
comment on function public.get_party(text) is
  'Returns {title, starts_at, ends_at, place, form_id, status, open}, or null for an unknown code. Says nothing about '
  'the host''s contact or other guests. Definer: the code is the identity.';
grant execute on function public.get_party(text) to anon, authenticated, service_role;
select private.answer_calls('public.get_party(text)', 'get_party');
