export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      access_log: {
        Row: {
          access_type: string;
          accessed_table: string;
          child_id: string | null;
          created_at: string;
          family_id: string | null;
          id: number;
          reported: boolean;
          user_context: NonNullable<Json>;
          user_id: string | null;
        };
        Insert: {
          access_type: string;
          accessed_table: string;
          child_id?: string | null;
          created_at?: string;
          family_id?: string | null;
          id?: never;
          reported?: boolean;
          user_context?: NonNullable<Json>;
          user_id?: string | null;
        };
        Update: {
          access_type?: string;
          accessed_table?: string;
          child_id?: string | null;
          created_at?: string;
          family_id?: string | null;
          id?: never;
          reported?: boolean;
          user_context?: NonNullable<Json>;
          user_id?: string | null;
        };
        Relationships: [];
      };
      alerts: {
        Row: {
          bad_at: string;
          began_at: string;
          details: NonNullable<Json>;
          ended_at: string | null;
          id: string;
          kind: string;
          threshold: number;
          value: number;
        };
        Insert: {
          bad_at?: string;
          began_at?: string;
          details?: NonNullable<Json>;
          ended_at?: string | null;
          id?: string;
          kind: string;
          threshold: number;
          value: number;
        };
        Update: {
          bad_at?: string;
          began_at?: string;
          details?: NonNullable<Json>;
          ended_at?: string | null;
          id?: string;
          kind?: string;
          threshold?: number;
          value?: number;
        };
        Relationships: [];
      };
      api_keys: {
        Row: {
          created_at: string;
          expires_at: string;
          id: string;
          key_hash: string;
          last_used_at: string | null;
          made_by: string | null;
          name: string;
          prefix: string;
          revoked_at: string | null;
          revoked_by: string | null;
          scopes: string[];
        };
        Insert: {
          created_at?: string;
          expires_at: string;
          id?: string;
          key_hash: string;
          last_used_at?: string | null;
          made_by?: string | null;
          name: string;
          prefix: string;
          revoked_at?: string | null;
          revoked_by?: string | null;
          scopes: string[];
        };
        Update: {
          created_at?: string;
          expires_at?: string;
          id?: string;
          key_hash?: string;
          last_used_at?: string | null;
          made_by?: string | null;
          name?: string;
          prefix?: string;
          revoked_at?: string | null;
          revoked_by?: string | null;
          scopes?: string[];
        };
        Relationships: [
          {
            foreignKeyName: 'api_keys_made_by_fkey';
            columns: ['made_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'api_keys_revoked_by_fkey';
            columns: ['revoked_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      assistant_claims: {
        Row: {
          caller: string;
          day: string;
          id: string;
          millionths: number;
          model: string;
        };
        Insert: {
          caller: string;
          day: string;
          id?: string;
          millionths: number;
          model: string;
        };
        Update: {
          caller?: string;
          day?: string;
          id?: string;
          millionths?: number;
          model?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'assistant_claims_model_fkey';
            columns: ['model'];
            isOneToOne: false;
            referencedRelation: 'assistant_prices';
            referencedColumns: ['model'];
          },
        ];
      };
      assistant_prices: {
        Row: {
          input_us_cents: number;
          model: string;
          output_us_cents: number;
        };
        Insert: {
          input_us_cents: number;
          model: string;
          output_us_cents: number;
        };
        Update: {
          input_us_cents?: number;
          model?: string;
          output_us_cents?: number;
        };
        Relationships: [];
      };
      assistant_questions: {
        Row: {
          first_on: string;
          last_on: string;
          outcome: string;
          page: string | null;
          question: string;
          times_asked: number;
        };
        Insert: {
          first_on: string;
          last_on: string;
          outcome: string;
          page?: string | null;
          question: string;
          times_asked?: number;
        };
        Update: {
          first_on?: string;
          last_on?: string;
          outcome?: string;
          page?: string | null;
          question?: string;
          times_asked?: number;
        };
        Relationships: [];
      };
      assistant_spend: {
        Row: {
          caller: string;
          day: string;
          millionths: number;
        };
        Insert: {
          caller: string;
          day: string;
          millionths: number;
        };
        Update: {
          caller?: string;
          day?: string;
          millionths?: number;
        };
        Relationships: [];
      };
      attendance_marks: {
        Row: {
          arrival_number: number;
          booking_id: string | null;
          by_code: boolean;
          chooses: string | null;
          collected_by: string | null;
          concerns: string[];
          day: string;
          enrollment_id: string | null;
          follows: string[];
          handed_to: string | null;
          id: string;
          id_checked: boolean;
          is_confirmed: boolean;
          kind: string;
          made_at: string;
          marked_by: string | null;
          note: string | null;
          parent_called: boolean;
          reason: string | null;
          received_at: string;
          undoes: string | null;
        };
        Insert: {
          arrival_number?: never;
          booking_id?: string | null;
          by_code?: boolean;
          chooses?: string | null;
          collected_by?: string | null;
          concerns?: string[];
          day: string;
          enrollment_id?: string | null;
          follows?: string[];
          handed_to?: string | null;
          id: string;
          id_checked?: boolean;
          is_confirmed?: boolean;
          kind: string;
          made_at: string;
          marked_by?: string | null;
          note?: string | null;
          parent_called?: boolean;
          reason?: string | null;
          received_at?: string;
          undoes?: string | null;
        };
        Update: {
          arrival_number?: never;
          booking_id?: string | null;
          by_code?: boolean;
          chooses?: string | null;
          collected_by?: string | null;
          concerns?: string[];
          day?: string;
          enrollment_id?: string | null;
          follows?: string[];
          handed_to?: string | null;
          id?: string;
          id_checked?: boolean;
          is_confirmed?: boolean;
          kind?: string;
          made_at?: string;
          marked_by?: string | null;
          note?: string | null;
          parent_called?: boolean;
          reason?: string | null;
          received_at?: string;
          undoes?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'attendance_marks_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'attendance_marks_enrollment_id_fkey';
            columns: ['enrollment_id'];
            isOneToOne: false;
            referencedRelation: 'camp_enrollments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'attendance_marks_marked_by_fkey';
            columns: ['marked_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      audit_log: {
        Row: {
          action: string;
          actor: string;
          after: Json | null;
          before: Json | null;
          created_at: string;
          id: number;
          row_key: string;
          table_name: string;
          user_id: string | null;
        };
        Insert: {
          action: string;
          actor: string;
          after?: Json | null;
          before?: Json | null;
          created_at?: string;
          id?: never;
          row_key: string;
          table_name: string;
          user_id?: string | null;
        };
        Update: {
          action?: string;
          actor?: string;
          after?: Json | null;
          before?: Json | null;
          created_at?: string;
          id?: never;
          row_key?: string;
          table_name?: string;
          user_id?: string | null;
        };
        Relationships: [];
      };
      balance_transactions: {
        Row: {
          amount_cents: number;
          available_on: string;
          category: string;
          created_at: string;
          currency: string;
          fee_cents: number;
          id: string;
          made_at: string;
          net_cents: number;
          payment_intent: string | null;
          payout_id: string | null;
          provider_transaction_id: string;
          source: string | null;
          type: string;
        };
        Insert: {
          amount_cents: number;
          available_on: string;
          category: string;
          created_at?: string;
          currency: string;
          fee_cents: number;
          id?: string;
          made_at: string;
          net_cents: number;
          payment_intent?: string | null;
          payout_id?: string | null;
          provider_transaction_id: string;
          source?: string | null;
          type: string;
        };
        Update: {
          amount_cents?: number;
          available_on?: string;
          category?: string;
          created_at?: string;
          currency?: string;
          fee_cents?: number;
          id?: string;
          made_at?: string;
          net_cents?: number;
          payment_intent?: string | null;
          payout_id?: string | null;
          provider_transaction_id?: string;
          source?: string | null;
          type?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'balance_transactions_payout_id_fkey';
            columns: ['payout_id'];
            isOneToOne: false;
            referencedRelation: 'payouts';
            referencedColumns: ['id'];
          },
        ];
      };
      birthday_enquiries: {
        Row: {
          child_age: number | null;
          created_at: string;
          guests: number | null;
          id: string;
          lead_id: string;
          message: string | null;
          offer_id: string | null;
          preferred_date: string | null;
        };
        Insert: {
          child_age?: number | null;
          created_at?: string;
          guests?: number | null;
          id?: string;
          lead_id: string;
          message?: string | null;
          offer_id?: string | null;
          preferred_date?: string | null;
        };
        Update: {
          child_age?: number | null;
          created_at?: string;
          guests?: number | null;
          id?: string;
          lead_id?: string;
          message?: string | null;
          offer_id?: string | null;
          preferred_date?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'birthday_enquiries_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: true;
            referencedRelation: 'leads';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'birthday_enquiries_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: true;
            referencedRelation: 'open_birthday_enquiries';
            referencedColumns: ['lead_id'];
          },
          {
            foreignKeyName: 'birthday_enquiries_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: false;
            referencedRelation: 'current_offers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'birthday_enquiries_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: false;
            referencedRelation: 'offers';
            referencedColumns: ['id'];
          },
        ];
      };
      blocked_collectors: {
        Row: {
          added_by: string | null;
          child_id: string | null;
          created_at: string;
          family_id: string;
          id: string;
          name: string;
          note: string | null;
        };
        Insert: {
          added_by?: string | null;
          child_id?: string | null;
          created_at?: string;
          family_id: string;
          id?: string;
          name: string;
          note?: string | null;
        };
        Update: {
          added_by?: string | null;
          child_id?: string | null;
          created_at?: string;
          family_id?: string;
          id?: string;
          name?: string;
          note?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'blocked_collectors_added_by_fkey';
            columns: ['added_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'blocked_collectors_child_id_family_id_fkey';
            columns: ['child_id', 'family_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id', 'family_id'];
          },
          {
            foreignKeyName: 'blocked_collectors_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
        ];
      };
      booking_analytics: {
        Row: {
          created_at: string;
          event_data: NonNullable<Json>;
          event_type: string;
          id: number;
          page_url: string | null;
          session_id: string;
          user_agent: string | null;
          user_id: string | null;
        };
        Insert: {
          created_at?: string;
          event_data?: NonNullable<Json>;
          event_type: string;
          id?: never;
          page_url?: string | null;
          session_id: string;
          user_agent?: string | null;
          user_id?: string | null;
        };
        Update: {
          created_at?: string;
          event_data?: NonNullable<Json>;
          event_type?: string;
          id?: never;
          page_url?: string | null;
          session_id?: string;
          user_agent?: string | null;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'booking_analytics_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      bookings: {
        Row: {
          attended: boolean | null;
          child_id: string;
          created_at: string;
          family_id: string;
          id: string;
          session_date: string;
          session_id: string;
          session_time: string;
          status: string;
          updated_at: string;
        };
        Insert: {
          attended?: boolean | null;
          child_id: string;
          created_at?: string;
          family_id: string;
          id?: string;
          session_date: string;
          session_id: string;
          session_time: string;
          status?: string;
          updated_at?: string;
        };
        Update: {
          attended?: boolean | null;
          child_id?: string;
          created_at?: string;
          family_id?: string;
          id?: string;
          session_date?: string;
          session_id?: string;
          session_time?: string;
          status?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bookings_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bookings_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bookings_session_id_session_date_session_time_fkey';
            columns: ['session_id', 'session_date', 'session_time'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id', 'session_date', 'session_time'];
          },
        ];
      };
      bounced_addresses: {
        Row: {
          bounced_at: string;
          email: string;
          handled_at: string | null;
          handled_by: string | null;
          reason: string | null;
        };
        Insert: {
          bounced_at: string;
          email: string;
          handled_at?: string | null;
          handled_by?: string | null;
          reason?: string | null;
        };
        Update: {
          bounced_at?: string;
          email?: string;
          handled_at?: string | null;
          handled_by?: string | null;
          reason?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'bounced_addresses_handled_by_fkey';
            columns: ['handled_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      call_counts: {
        Row: {
          failed: number;
          kind: string;
          minute: string;
          most_lag_ms: number;
          ok: number;
        };
        Insert: {
          failed?: number;
          kind: string;
          minute: string;
          most_lag_ms?: number;
          ok?: number;
        };
        Update: {
          failed?: number;
          kind?: string;
          minute?: string;
          most_lag_ms?: number;
          ok?: number;
        };
        Relationships: [];
      };
      camp_absences: {
        Row: {
          day: string;
          enrollment_id: string;
          told_at: string;
          told_by: string | null;
        };
        Insert: {
          day: string;
          enrollment_id: string;
          told_at?: string;
          told_by?: string | null;
        };
        Update: {
          day?: string;
          enrollment_id?: string;
          told_at?: string;
          told_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'camp_absences_enrollment_id_fkey';
            columns: ['enrollment_id'];
            isOneToOne: false;
            referencedRelation: 'camp_enrollments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_absences_told_by_fkey';
            columns: ['told_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      camp_attendance: {
        Row: {
          attended: boolean;
          day: string;
          enrollment_id: string;
          marked_at: string;
          marked_by: string | null;
        };
        Insert: {
          attended: boolean;
          day: string;
          enrollment_id: string;
          marked_at?: string;
          marked_by?: string | null;
        };
        Update: {
          attended?: boolean;
          day?: string;
          enrollment_id?: string;
          marked_at?: string;
          marked_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'camp_attendance_enrollment_id_fkey';
            columns: ['enrollment_id'];
            isOneToOne: false;
            referencedRelation: 'camp_enrollments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_attendance_marked_by_fkey';
            columns: ['marked_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      camp_coaches: {
        Row: {
          camp_id: string;
          coach_id: string;
          created_at: string;
        };
        Insert: {
          camp_id: string;
          coach_id: string;
          created_at?: string;
        };
        Update: {
          camp_id?: string;
          coach_id?: string;
          created_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'camp_coaches_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camp_weeks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_coaches_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camps';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_coaches_coach_id_fkey';
            columns: ['coach_id'];
            isOneToOne: false;
            referencedRelation: 'coaches';
            referencedColumns: ['id'];
          },
        ];
      };
      camp_enrollments: {
        Row: {
          camp_id: string;
          child_id: string;
          created_at: string;
          family_id: string;
          id: string;
          order_line_id: string | null;
          rung_id: string | null;
          sibling_rebate: boolean;
          status: string;
          updated_at: string;
        };
        Insert: {
          camp_id: string;
          child_id: string;
          created_at?: string;
          family_id: string;
          id?: string;
          order_line_id?: string | null;
          rung_id?: string | null;
          sibling_rebate?: boolean;
          status?: string;
          updated_at?: string;
        };
        Update: {
          camp_id?: string;
          child_id?: string;
          created_at?: string;
          family_id?: string;
          id?: string;
          order_line_id?: string | null;
          rung_id?: string | null;
          sibling_rebate?: boolean;
          status?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'camp_enrollments_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camp_weeks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_enrollments_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camps';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_enrollments_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_enrollments_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_enrollments_order_line_id_fkey';
            columns: ['order_line_id'];
            isOneToOne: false;
            referencedRelation: 'order_lines';
            referencedColumns: ['id'];
          },
        ];
      };
      camp_photo_tags: {
        Row: {
          child_id: string;
          enrollment_id: string;
          mailed_at: string | null;
          photo_id: string;
        };
        Insert: {
          child_id: string;
          enrollment_id: string;
          mailed_at?: string | null;
          photo_id: string;
        };
        Update: {
          child_id?: string;
          enrollment_id?: string;
          mailed_at?: string | null;
          photo_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'camp_photo_tags_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_photo_tags_enrollment_id_fkey';
            columns: ['enrollment_id'];
            isOneToOne: false;
            referencedRelation: 'camp_enrollments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_photo_tags_photo_id_fkey';
            columns: ['photo_id'];
            isOneToOne: false;
            referencedRelation: 'camp_photos';
            referencedColumns: ['id'];
          },
        ];
      };
      camp_photos: {
        Row: {
          bytes: number | null;
          camp_id: string;
          day: string;
          expires_at: string;
          height: number | null;
          id: string;
          others: string;
          path: string;
          small_bytes: number | null;
          started_at: string;
          taken_by: string | null;
          uploaded_at: string | null;
          width: number | null;
        };
        Insert: {
          bytes?: number | null;
          camp_id: string;
          day: string;
          expires_at: string;
          height?: number | null;
          id: string;
          others: string;
          path: string;
          small_bytes?: number | null;
          started_at?: string;
          taken_by?: string | null;
          uploaded_at?: string | null;
          width?: number | null;
        };
        Update: {
          bytes?: number | null;
          camp_id?: string;
          day?: string;
          expires_at?: string;
          height?: number | null;
          id?: string;
          others?: string;
          path?: string;
          small_bytes?: number | null;
          started_at?: string;
          taken_by?: string | null;
          uploaded_at?: string | null;
          width?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'camp_photos_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camp_weeks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_photos_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camps';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_photos_taken_by_fkey';
            columns: ['taken_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      camp_reviews: {
        Row: {
          camp_id: string;
          created_at: string;
          family_id: string;
          id: string;
          rating: number;
          released_at: string | null;
          released_by: string | null;
          shown_name: string | null;
          updated_at: string;
          version: number;
          words: string | null;
          written_by: string | null;
        };
        Insert: {
          camp_id: string;
          created_at?: string;
          family_id: string;
          id?: string;
          rating: number;
          released_at?: string | null;
          released_by?: string | null;
          shown_name?: string | null;
          updated_at?: string;
          version?: number;
          words?: string | null;
          written_by?: string | null;
        };
        Update: {
          camp_id?: string;
          created_at?: string;
          family_id?: string;
          id?: string;
          rating?: number;
          released_at?: string | null;
          released_by?: string | null;
          shown_name?: string | null;
          updated_at?: string;
          version?: number;
          words?: string | null;
          written_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'camp_reviews_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camp_weeks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_reviews_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camps';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_reviews_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_reviews_released_by_fkey';
            columns: ['released_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_reviews_written_by_fkey';
            columns: ['written_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      camp_sale_exceptions: {
        Row: {
          camp_id: string;
          ended_at: string | null;
          ended_by: string | null;
          id: string;
          made_at: string;
          made_by: string | null;
          reason: string;
        };
        Insert: {
          camp_id: string;
          ended_at?: string | null;
          ended_by?: string | null;
          id?: string;
          made_at?: string;
          made_by?: string | null;
          reason: string;
        };
        Update: {
          camp_id?: string;
          ended_at?: string | null;
          ended_by?: string | null;
          id?: string;
          made_at?: string;
          made_by?: string | null;
          reason?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'camp_sale_exceptions_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camp_weeks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_sale_exceptions_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camps';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_sale_exceptions_ended_by_fkey';
            columns: ['ended_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'camp_sale_exceptions_made_by_fkey';
            columns: ['made_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      camp_weeks: {
        Row: {
          added_spots: number;
          cancelled_at: string | null;
          cancelled_by_us_reason: string | null;
          capacity: number;
          created_at: string;
          end_date: string;
          id: string;
          is_active: boolean;
          location_id: string;
          name: string;
          session_time_end: string;
          session_time_start: string;
          start_date: string;
          starts_at: string;
          team_types: string[];
          tier: string;
          updated_at: string;
        };
        Insert: {
          added_spots?: number;
          cancelled_at?: string | null;
          cancelled_by_us_reason?: string | null;
          capacity?: number;
          created_at?: string;
          end_date: string;
          id?: string;
          is_active?: boolean;
          location_id: string;
          name: string;
          session_time_end?: string;
          session_time_start?: string;
          start_date: string;
          starts_at?: never;
          team_types: string[];
          tier: string;
          updated_at?: string;
        };
        Update: {
          added_spots?: number;
          cancelled_at?: string | null;
          cancelled_by_us_reason?: string | null;
          capacity?: number;
          created_at?: string;
          end_date?: string;
          id?: string;
          is_active?: boolean;
          location_id?: string;
          name?: string;
          session_time_end?: string;
          session_time_start?: string;
          start_date?: string;
          starts_at?: never;
          team_types?: string[];
          tier?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'camp_weeks_location_id_fkey';
            columns: ['location_id'];
            isOneToOne: false;
            referencedRelation: 'locations';
            referencedColumns: ['id'];
          },
        ];
      };
      cancelled_camp_days: {
        Row: {
          camp_id: string;
          cancelled_at: string;
          cancelled_by: string | null;
          day: string;
          instead: string | null;
          money: string;
          reason: string;
        };
        Insert: {
          camp_id: string;
          cancelled_at?: string;
          cancelled_by?: string | null;
          day: string;
          instead?: string | null;
          money: string;
          reason: string;
        };
        Update: {
          camp_id?: string;
          cancelled_at?: string;
          cancelled_by?: string | null;
          day?: string;
          instead?: string | null;
          money?: string;
          reason?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'cancelled_camp_days_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camp_weeks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'cancelled_camp_days_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camps';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'cancelled_camp_days_cancelled_by_fkey';
            columns: ['cancelled_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      channel_permissions: {
        Row: {
          allowed: boolean;
          channel: string;
          created_at: string;
          family_id: string;
          id: number;
          phone: string | null;
          profile_id: string | null;
          recorded_by: string | null;
          source: string;
        };
        Insert: {
          allowed: boolean;
          channel: string;
          created_at?: string;
          family_id: string;
          id?: never;
          phone?: string | null;
          profile_id?: string | null;
          recorded_by?: string | null;
          source: string;
        };
        Update: {
          allowed?: boolean;
          channel?: string;
          created_at?: string;
          family_id?: string;
          id?: never;
          phone?: string | null;
          profile_id?: string | null;
          recorded_by?: string | null;
          source?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'channel_permissions_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'channel_permissions_profile_id_fkey';
            columns: ['profile_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'channel_permissions_recorded_by_fkey';
            columns: ['recorded_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      chat_marks: {
        Row: {
          entry_id: string | null;
          family_id: string | null;
          id: string;
          marked_at: string;
          marked_by: string | null;
          message_id: string | null;
          occasion: string;
          place_ids: string[];
          profile_id: string | null;
          undone_at: string | null;
        };
        Insert: {
          entry_id?: string | null;
          family_id?: string | null;
          id?: string;
          marked_at?: string;
          marked_by?: string | null;
          message_id?: string | null;
          occasion: string;
          place_ids?: string[];
          profile_id?: string | null;
          undone_at?: string | null;
        };
        Update: {
          entry_id?: string | null;
          family_id?: string | null;
          id?: string;
          marked_at?: string;
          marked_by?: string | null;
          message_id?: string | null;
          occasion?: string;
          place_ids?: string[];
          profile_id?: string | null;
          undone_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'chat_marks_entry_id_fkey';
            columns: ['entry_id'];
            isOneToOne: false;
            referencedRelation: 'waitlist_entries';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'chat_marks_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'chat_marks_marked_by_fkey';
            columns: ['marked_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'chat_marks_message_id_fkey';
            columns: ['message_id'];
            isOneToOne: false;
            referencedRelation: 'messages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'chat_marks_profile_id_fkey';
            columns: ['profile_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      checkout_attempts: {
        Row: {
          attempt: number;
          closed_at: string | null;
          created_at: string;
          expires_at: string | null;
          order_id: string;
          params: NonNullable<Json>;
          session_id: string | null;
          superseded_at: string | null;
          terms: NonNullable<Json>;
          url: string | null;
        };
        Insert: {
          attempt: number;
          closed_at?: string | null;
          created_at?: string;
          expires_at?: string | null;
          order_id: string;
          params: NonNullable<Json>;
          session_id?: string | null;
          superseded_at?: string | null;
          terms: NonNullable<Json>;
          url?: string | null;
        };
        Update: {
          attempt?: number;
          closed_at?: string | null;
          created_at?: string;
          expires_at?: string | null;
          order_id?: string;
          params?: NonNullable<Json>;
          session_id?: string | null;
          superseded_at?: string | null;
          terms?: NonNullable<Json>;
          url?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'checkout_attempts_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      child_behaviour: {
        Row: {
          anxiety_triggers: string | null;
          behavioral_notes: string | null;
          child_id: string;
          communication_preferences: string | null;
          learning_difficulties: string | null;
          personality: string | null;
          updated_at: string;
        };
        Insert: {
          anxiety_triggers?: string | null;
          behavioral_notes?: string | null;
          child_id: string;
          communication_preferences?: string | null;
          learning_difficulties?: string | null;
          personality?: string | null;
          updated_at?: string;
        };
        Update: {
          anxiety_triggers?: string | null;
          behavioral_notes?: string | null;
          child_id?: string;
          communication_preferences?: string | null;
          learning_difficulties?: string | null;
          personality?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'child_behaviour_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: true;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
        ];
      };
      child_health: {
        Row: {
          allergies: string | null;
          answer: string | null;
          answered_at: string | null;
          answered_by: string | null;
          answered_through: string | null;
          child_id: string;
          doctor_name: string | null;
          doctor_phone: string | null;
          emergency_medical_info: string | null;
          fitness_level: string | null;
          hospital_preference: string | null;
          last_medical_checkup: string | null;
          medical_clearance: boolean | null;
          medical_clearance_date: string | null;
          medical_conditions: string | null;
          medical_insurance: string | null;
          medications: string | null;
          physical_conditions: string | null;
          physical_limitations: string | null;
          previous_injuries: string | null;
          updated_at: string;
        };
        Insert: {
          allergies?: string | null;
          answer?: string | null;
          answered_at?: string | null;
          answered_by?: string | null;
          answered_through?: string | null;
          child_id: string;
          doctor_name?: string | null;
          doctor_phone?: string | null;
          emergency_medical_info?: string | null;
          fitness_level?: string | null;
          hospital_preference?: string | null;
          last_medical_checkup?: string | null;
          medical_clearance?: boolean | null;
          medical_clearance_date?: string | null;
          medical_conditions?: string | null;
          medical_insurance?: string | null;
          medications?: string | null;
          physical_conditions?: string | null;
          physical_limitations?: string | null;
          previous_injuries?: string | null;
          updated_at?: string;
        };
        Update: {
          allergies?: string | null;
          answer?: string | null;
          answered_at?: string | null;
          answered_by?: string | null;
          answered_through?: string | null;
          child_id?: string;
          doctor_name?: string | null;
          doctor_phone?: string | null;
          emergency_medical_info?: string | null;
          fitness_level?: string | null;
          hospital_preference?: string | null;
          last_medical_checkup?: string | null;
          medical_clearance?: boolean | null;
          medical_clearance_date?: string | null;
          medical_conditions?: string | null;
          medical_insurance?: string | null;
          medications?: string | null;
          physical_conditions?: string | null;
          physical_limitations?: string | null;
          previous_injuries?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'child_health_answered_by_fkey';
            columns: ['answered_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'child_health_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: true;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
        ];
      };
      children: {
        Row: {
          agreed_teams: string[];
          created_at: string;
          current_level: number;
          dob: string;
          experience_level: string | null;
          family_id: string;
          gender: string | null;
          id: string;
          may_go_alone: boolean;
          may_go_alone_at: string | null;
          may_go_alone_by: string | null;
          name: string;
          photo: string | null;
          quiz_completed_at: string | null;
          search_text: string;
          shirt_size: string | null;
          status: string;
          updated_at: string;
        };
        Insert: {
          agreed_teams?: string[];
          created_at?: string;
          current_level?: number;
          dob: string;
          experience_level?: string | null;
          family_id: string;
          gender?: string | null;
          id?: string;
          may_go_alone?: boolean;
          may_go_alone_at?: string | null;
          may_go_alone_by?: string | null;
          name: string;
          photo?: string | null;
          quiz_completed_at?: string | null;
          search_text?: never;
          shirt_size?: string | null;
          status?: string;
          updated_at?: string;
        };
        Update: {
          agreed_teams?: string[];
          created_at?: string;
          current_level?: number;
          dob?: string;
          experience_level?: string | null;
          family_id?: string;
          gender?: string | null;
          id?: string;
          may_go_alone?: boolean;
          may_go_alone_at?: string | null;
          may_go_alone_by?: string | null;
          name?: string;
          photo?: string | null;
          quiz_completed_at?: string | null;
          search_text?: never;
          shirt_size?: string | null;
          status?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'children_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'children_may_go_alone_by_fkey';
            columns: ['may_go_alone_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      chores: {
        Row: {
          began_at: string;
          claim: string | null;
          claimed_until: string | null;
          created_at: string;
          done_at: string | null;
          failures: number;
          ms: number | null;
          name: string;
        };
        Insert: {
          began_at: string;
          claim?: string | null;
          claimed_until?: string | null;
          created_at?: string;
          done_at?: string | null;
          failures?: number;
          ms?: number | null;
          name: string;
        };
        Update: {
          began_at?: string;
          claim?: string | null;
          claimed_until?: string | null;
          created_at?: string;
          done_at?: string | null;
          failures?: number;
          ms?: number | null;
          name?: string;
        };
        Relationships: [];
      };
      class_types: {
        Row: {
          created_at: string;
          duration_minutes: number;
          id: string;
          level: string | null;
          name: string;
          team: string | null;
          variant: string | null;
        };
        Insert: {
          created_at?: string;
          duration_minutes?: number;
          id?: string;
          level?: string | null;
          name: string;
          team?: string | null;
          variant?: string | null;
        };
        Update: {
          created_at?: string;
          duration_minutes?: number;
          id?: string;
          level?: string | null;
          name?: string;
          team?: string | null;
          variant?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'class_types_team_fkey';
            columns: ['team'];
            isOneToOne: false;
            referencedRelation: 'teams';
            referencedColumns: ['id'];
          },
        ];
      };
      closed_days: {
        Row: {
          created_at: string;
          day: string;
          is_closed: boolean;
          is_estimated: boolean;
          name: string;
          source: string;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          day: string;
          is_closed?: boolean;
          is_estimated?: boolean;
          name: string;
          source: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          day?: string;
          is_closed?: boolean;
          is_estimated?: boolean;
          name?: string;
          source?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      coach_absences: {
        Row: {
          coach_id: string;
          created_at: string;
          entered_by: string | null;
          first_day: string;
          from_time: string | null;
          id: string;
          kind: string;
          last_day: string;
          note: string | null;
          until_time: string | null;
          updated_at: string;
        };
        Insert: {
          coach_id: string;
          created_at?: string;
          entered_by?: string | null;
          first_day: string;
          from_time?: string | null;
          id?: string;
          kind: string;
          last_day: string;
          note?: string | null;
          until_time?: string | null;
          updated_at?: string;
        };
        Update: {
          coach_id?: string;
          created_at?: string;
          entered_by?: string | null;
          first_day?: string;
          from_time?: string | null;
          id?: string;
          kind?: string;
          last_day?: string;
          note?: string | null;
          until_time?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'coach_absences_coach_id_fkey';
            columns: ['coach_id'];
            isOneToOne: false;
            referencedRelation: 'coaches';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'coach_absences_entered_by_fkey';
            columns: ['entered_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      coach_calendars: {
        Row: {
          last_read_at: string | null;
          made_at: string;
          role: Database['public']['Enums']['app_role'];
          token_hash: string;
          user_id: string;
        };
        Insert: {
          last_read_at?: string | null;
          made_at?: string;
          role?: Database['public']['Enums']['app_role'];
          token_hash: string;
          user_id: string;
        };
        Update: {
          last_read_at?: string | null;
          made_at?: string;
          role?: Database['public']['Enums']['app_role'];
          token_hash?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'coach_calendars_user_id_role_fkey';
            columns: ['user_id', 'role'];
            isOneToOne: true;
            referencedRelation: 'user_roles';
            referencedColumns: ['user_id', 'role'];
          },
        ];
      };
      coach_exceptions: {
        Row: {
          camp_id: string | null;
          coach_id: string;
          decided_at: string;
          decided_by: string | null;
          id: string;
          kinds: string[];
          reason: string;
          session_id: string | null;
        };
        Insert: {
          camp_id?: string | null;
          coach_id: string;
          decided_at?: string;
          decided_by?: string | null;
          id?: string;
          kinds: string[];
          reason: string;
          session_id?: string | null;
        };
        Update: {
          camp_id?: string | null;
          coach_id?: string;
          decided_at?: string;
          decided_by?: string | null;
          id?: string;
          kinds?: string[];
          reason?: string;
          session_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'coach_exceptions_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camp_weeks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'coach_exceptions_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camps';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'coach_exceptions_coach_id_fkey';
            columns: ['coach_id'];
            isOneToOne: false;
            referencedRelation: 'coaches';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'coach_exceptions_decided_by_fkey';
            columns: ['decided_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'coach_exceptions_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
        ];
      };
      coach_hours: {
        Row: {
          coach_id: string;
          from_time: string | null;
          until_time: string | null;
          weekday: number;
        };
        Insert: {
          coach_id: string;
          from_time?: string | null;
          until_time?: string | null;
          weekday: number;
        };
        Update: {
          coach_id?: string;
          from_time?: string | null;
          until_time?: string | null;
          weekday?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'coach_hours_coach_id_fkey';
            columns: ['coach_id'];
            isOneToOne: false;
            referencedRelation: 'coaches';
            referencedColumns: ['id'];
          },
        ];
      };
      coaches: {
        Row: {
          active: boolean;
          created_at: string;
          id: string;
          is_head: boolean;
          name: string;
          page_id: string | null;
          user_id: string | null;
        };
        Insert: {
          active?: boolean;
          created_at?: string;
          id?: string;
          is_head?: boolean;
          name: string;
          page_id?: string | null;
          user_id?: string | null;
        };
        Update: {
          active?: boolean;
          created_at?: string;
          id?: string;
          is_head?: boolean;
          name?: string;
          page_id?: string | null;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'coaches_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: true;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      consent_texts: {
        Row: {
          asks_again: boolean;
          body: string;
          published_at: string;
          purpose: Database['public']['Enums']['consent_purpose'];
          title: string;
          version: number;
        };
        Insert: {
          asks_again?: boolean;
          body: string;
          published_at?: string;
          purpose: Database['public']['Enums']['consent_purpose'];
          title: string;
          version: number;
        };
        Update: {
          asks_again?: boolean;
          body?: string;
          published_at?: string;
          purpose?: Database['public']['Enums']['consent_purpose'];
          title?: string;
          version?: number;
        };
        Relationships: [];
      };
      consents: {
        Row: {
          child_id: string | null;
          created_at: string;
          family_id: string | null;
          given: boolean;
          id: number;
          order_id: string | null;
          purpose: Database['public']['Enums']['consent_purpose'];
          recorded_by: string | null;
          source: string;
          user_id: string | null;
          version: number;
          repeat_details_request: boolean | null;
        };
        Insert: {
          child_id?: string | null;
          created_at?: string;
          family_id?: string | null;
          given: boolean;
          id?: never;
          order_id?: string | null;
          purpose: Database['public']['Enums']['consent_purpose'];
          recorded_by?: string | null;
          source: string;
          user_id?: string | null;
          version: number;
        };
        Update: {
          child_id?: string | null;
          created_at?: string;
          family_id?: string | null;
          given?: boolean;
          id?: never;
          order_id?: string | null;
          purpose?: Database['public']['Enums']['consent_purpose'];
          recorded_by?: string | null;
          source?: string;
          user_id?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'consents_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'consents_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'consents_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'consents_purpose_version_fkey';
            columns: ['purpose', 'version'];
            isOneToOne: false;
            referencedRelation: 'consent_texts';
            referencedColumns: ['purpose', 'version'];
          },
        ];
      };
      conversions: {
        Row: {
          attempts: number;
          created_at: string;
          custom_data: NonNullable<Json>;
          event_id: string;
          event_name: string;
          failed_at: string | null;
          happened_at: string | null;
          last_error: string | null;
          leased_until: string | null;
          order_id: string | null;
          sent_at: string | null;
          source_url: string | null;
          user_data: NonNullable<Json>;
        };
        Insert: {
          attempts?: number;
          created_at?: string;
          custom_data?: NonNullable<Json>;
          event_id: string;
          event_name: string;
          failed_at?: string | null;
          happened_at?: string | null;
          last_error?: string | null;
          leased_until?: string | null;
          order_id?: string | null;
          sent_at?: string | null;
          source_url?: string | null;
          user_data?: NonNullable<Json>;
        };
        Update: {
          attempts?: number;
          created_at?: string;
          custom_data?: NonNullable<Json>;
          event_id?: string;
          event_name?: string;
          failed_at?: string | null;
          happened_at?: string | null;
          last_error?: string | null;
          leased_until?: string | null;
          order_id?: string | null;
          sent_at?: string | null;
          source_url?: string | null;
          user_data?: NonNullable<Json>;
        };
        Relationships: [
          {
            foreignKeyName: 'conversions_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: true;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      credit_ledger: {
        Row: {
          booking_id: string | null;
          created_at: string;
          delta: number;
          id: string;
          note: string | null;
          pass_id: string;
          reason: string;
        };
        Insert: {
          booking_id?: string | null;
          created_at?: string;
          delta: number;
          id?: string;
          note?: string | null;
          pass_id: string;
          reason: string;
        };
        Update: {
          booking_id?: string | null;
          created_at?: string;
          delta?: number;
          id?: string;
          note?: string | null;
          pass_id?: string;
          reason?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'credit_ledger_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'credit_ledger_pass_id_fkey';
            columns: ['pass_id'];
            isOneToOne: false;
            referencedRelation: 'passes';
            referencedColumns: ['id'];
          },
        ];
      };
      deleted_documents: {
        Row: {
          deleted_at: string;
          document_id: string;
          title: string;
          type: string;
        };
        Insert: {
          deleted_at?: string;
          document_id: string;
          title: string;
          type: string;
        };
        Update: {
          deleted_at?: string;
          document_id?: string;
          title?: string;
          type?: string;
        };
        Relationships: [];
      };
      desk_close_items: {
        Row: {
          balance_entry_id: string | null;
          close_id: string;
          id: string;
          payment_id: string | null;
          refund_id: string | null;
        };
        Insert: {
          balance_entry_id?: string | null;
          close_id: string;
          id?: string;
          payment_id?: string | null;
          refund_id?: string | null;
        };
        Update: {
          balance_entry_id?: string | null;
          close_id?: string;
          id?: string;
          payment_id?: string | null;
          refund_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'desk_close_items_balance_entry_id_fkey';
            columns: ['balance_entry_id'];
            isOneToOne: true;
            referencedRelation: 'family_balance_entries';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'desk_close_items_close_id_fkey';
            columns: ['close_id'];
            isOneToOne: false;
            referencedRelation: 'desk_closes';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'desk_close_items_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: true;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'desk_close_items_refund_id_fkey';
            columns: ['refund_id'];
            isOneToOne: true;
            referencedRelation: 'refunds';
            referencedColumns: ['id'];
          },
        ];
      };
      desk_closes: {
        Row: {
          cash_counted_cents: number;
          cash_expected_cents: number;
          closed_at: string;
          day: string;
          difference_cents: number;
          id: string;
          is_different: boolean;
          note: string | null;
          number_on_day: number;
          paynow_counted_cents: number;
          paynow_expected_cents: number;
          seller_id: string;
          terminal_counted_cents: number;
          terminal_expected_cents: number;
        };
        Insert: {
          cash_counted_cents: number;
          cash_expected_cents: number;
          closed_at?: string;
          day: string;
          difference_cents?: never;
          id: string;
          is_different?: never;
          note?: string | null;
          number_on_day: number;
          paynow_counted_cents: number;
          paynow_expected_cents: number;
          seller_id: string;
          terminal_counted_cents: number;
          terminal_expected_cents: number;
        };
        Update: {
          cash_counted_cents?: number;
          cash_expected_cents?: number;
          closed_at?: string;
          day?: string;
          difference_cents?: never;
          id?: string;
          is_different?: never;
          note?: string | null;
          number_on_day?: number;
          paynow_counted_cents?: number;
          paynow_expected_cents?: number;
          seller_id?: string;
          terminal_counted_cents?: number;
          terminal_expected_cents?: number;
        };
        Relationships: [];
      };
      desk_discounts: {
        Row: {
          created_at: string;
          discount_cents: number;
          given_by: string | null;
          order_id: string;
          reason: string | null;
        };
        Insert: {
          created_at?: string;
          discount_cents: number;
          given_by?: string | null;
          order_id: string;
          reason?: string | null;
        };
        Update: {
          created_at?: string;
          discount_cents?: number;
          given_by?: string | null;
          order_id?: string;
          reason?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'desk_discounts_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: true;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      distinct_families: {
        Row: {
          decided_at: string;
          decided_by: string | null;
          family_id: string;
          other_id: string;
        };
        Insert: {
          decided_at?: string;
          decided_by?: string | null;
          family_id: string;
          other_id: string;
        };
        Update: {
          decided_at?: string;
          decided_by?: string | null;
          family_id?: string;
          other_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'distinct_families_decided_by_fkey';
            columns: ['decided_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'distinct_families_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'distinct_families_other_id_fkey';
            columns: ['other_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
        ];
      };
      doctor_findings: {
        Row: {
          checked_at: string;
          fix: string | null;
          parents: string | null;
          position: number;
          says: string | null;
          state: string;
          step: string;
          topic: string;
          what: string;
        };
        Insert: {
          checked_at?: string;
          fix?: string | null;
          parents?: string | null;
          position: number;
          says?: string | null;
          state: string;
          step: string;
          topic: string;
          what: string;
        };
        Update: {
          checked_at?: string;
          fix?: string | null;
          parents?: string | null;
          position?: number;
          says?: string | null;
          state?: string;
          step?: string;
          topic?: string;
          what?: string;
        };
        Relationships: [];
      };
      dropped_photos: {
        Row: {
          bucket: string;
          dropped_at: string;
          path: string;
          retry_at: string;
        };
        Insert: {
          bucket?: string;
          dropped_at?: string;
          path: string;
          retry_at?: string;
        };
        Update: {
          bucket?: string;
          dropped_at?: string;
          path?: string;
          retry_at?: string;
        };
        Relationships: [];
      };
      emergency_contacts: {
        Row: {
          child_id: string | null;
          family_id: string;
          id: string;
          name: string;
          phone: string;
          position: number;
          relationship: string | null;
        };
        Insert: {
          child_id?: string | null;
          family_id: string;
          id?: string;
          name: string;
          phone: string;
          position: number;
          relationship?: string | null;
        };
        Update: {
          child_id?: string | null;
          family_id?: string;
          id?: string;
          name?: string;
          phone?: string;
          position?: number;
          relationship?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'emergency_contacts_child_id_family_id_fkey';
            columns: ['child_id', 'family_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id', 'family_id'];
          },
          {
            foreignKeyName: 'emergency_contacts_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
        ];
      };
      error_fixes: {
        Row: {
          action: string;
          applied: boolean;
          cause: string | null;
          created_at: string;
          error_report_id: string | null;
          fingerprint: string;
          id: string;
        };
        Insert: {
          action: string;
          applied?: never;
          cause?: string | null;
          created_at?: string;
          error_report_id?: string | null;
          fingerprint: string;
          id?: string;
        };
        Update: {
          action?: string;
          applied?: never;
          cause?: string | null;
          created_at?: string;
          error_report_id?: string | null;
          fingerprint?: string;
          id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'error_fixes_error_report_id_fkey';
            columns: ['error_report_id'];
            isOneToOne: false;
            referencedRelation: 'error_reports';
            referencedColumns: ['id'];
          },
        ];
      };
      error_reports: {
        Row: {
          cause: string;
          created_at: string;
          error_type: string;
          filename: string | null;
          fingerprint: string;
          has_blank_screen: boolean;
          health_status: string | null;
          id: string;
          message: string;
          metrics: NonNullable<Json>;
          release: string | null;
          reported_at: string | null;
          request_id: string | null;
          severity: string;
          source_file: string | null;
          source_function: string | null;
          source_line: number | null;
          stack: string | null;
          url: string | null;
          user_agent: string | null;
        };
        Insert: {
          cause: string;
          created_at?: string;
          error_type: string;
          filename?: string | null;
          fingerprint: string;
          has_blank_screen?: boolean;
          health_status?: string | null;
          id?: string;
          message: string;
          metrics?: NonNullable<Json>;
          release?: string | null;
          reported_at?: string | null;
          request_id?: string | null;
          severity?: string;
          source_file?: string | null;
          source_function?: string | null;
          source_line?: number | null;
          stack?: string | null;
          url?: string | null;
          user_agent?: string | null;
        };
        Update: {
          cause?: string;
          created_at?: string;
          error_type?: string;
          filename?: string | null;
          fingerprint?: string;
          has_blank_screen?: boolean;
          health_status?: string | null;
          id?: string;
          message?: string;
          metrics?: NonNullable<Json>;
          release?: string | null;
          reported_at?: string | null;
          request_id?: string | null;
          severity?: string;
          source_file?: string | null;
          source_function?: string | null;
          source_line?: number | null;
          stack?: string | null;
          url?: string | null;
          user_agent?: string | null;
        };
        Relationships: [];
      };
      families: {
        Row: {
          contact_email: string;
          contact_name: string;
          contact_phone: string | null;
          created_at: string;
          erased_at: string | null;
          handover_at: string | null;
          id: string;
          pickup_codes_since: string | null;
          primary_parent_id: string | null;
          search_text: string;
          secondary_parent_id: string | null;
          updated_at: string;
        };
        Insert: {
          contact_email: string;
          contact_name: string;
          contact_phone?: string | null;
          created_at?: string;
          erased_at?: string | null;
          handover_at?: string | null;
          id?: string;
          pickup_codes_since?: string | null;
          primary_parent_id?: string | null;
          search_text?: never;
          secondary_parent_id?: string | null;
          updated_at?: string;
        };
        Update: {
          contact_email?: string;
          contact_name?: string;
          contact_phone?: string | null;
          created_at?: string;
          erased_at?: string | null;
          handover_at?: string | null;
          id?: string;
          pickup_codes_since?: string | null;
          primary_parent_id?: string | null;
          search_text?: never;
          secondary_parent_id?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'families_primary_parent_id_fkey';
            columns: ['primary_parent_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'families_secondary_parent_id_fkey';
            columns: ['secondary_parent_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      family_balance_entries: {
        Row: {
          amount_cents: number;
          created_at: string;
          disputed_payment_id: string | null;
          family_id: string;
          id: string;
          kind: string;
          made_by: string | null;
          method: string | null;
          note: string | null;
          payment_id: string | null;
          referral_order_id: string | null;
          refund_id: string | null;
          request_key: string | null;
          voucher_id: string | null;
        };
        Insert: {
          amount_cents: number;
          created_at?: string;
          disputed_payment_id?: string | null;
          family_id: string;
          id?: string;
          kind: string;
          made_by?: string | null;
          method?: string | null;
          note?: string | null;
          payment_id?: string | null;
          referral_order_id?: string | null;
          refund_id?: string | null;
          request_key?: string | null;
          voucher_id?: string | null;
        };
        Update: {
          amount_cents?: number;
          created_at?: string;
          disputed_payment_id?: string | null;
          family_id?: string;
          id?: string;
          kind?: string;
          made_by?: string | null;
          method?: string | null;
          note?: string | null;
          payment_id?: string | null;
          referral_order_id?: string | null;
          refund_id?: string | null;
          request_key?: string | null;
          voucher_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'family_balance_entries_disputed_payment_id_fkey';
            columns: ['disputed_payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'family_balance_entries_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'family_balance_entries_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: true;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'family_balance_entries_referral_order_id_fkey';
            columns: ['referral_order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'family_balance_entries_refund_id_fkey';
            columns: ['refund_id'];
            isOneToOne: true;
            referencedRelation: 'refunds';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'family_balance_entries_voucher_id_fkey';
            columns: ['voucher_id'];
            isOneToOne: true;
            referencedRelation: 'gift_vouchers';
            referencedColumns: ['id'];
          },
        ];
      };
      family_calendars: {
        Row: {
          family_id: string;
          last_read_at: string | null;
          made_at: string;
          made_by: string | null;
          token_hash: string;
        };
        Insert: {
          family_id: string;
          last_read_at?: string | null;
          made_at?: string;
          made_by?: string | null;
          token_hash: string;
        };
        Update: {
          family_id?: string;
          last_read_at?: string | null;
          made_at?: string;
          made_by?: string | null;
          token_hash?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'family_calendars_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: true;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'family_calendars_made_by_fkey';
            columns: ['made_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      family_invitations: {
        Row: {
          accepted_at: string | null;
          created_at: string;
          email: string;
          expires_at: string;
          family_id: string;
          id: string;
          invited_by: string | null;
          token_hash: string;
        };
        Insert: {
          accepted_at?: string | null;
          created_at?: string;
          email: string;
          expires_at: string;
          family_id: string;
          id?: string;
          invited_by?: string | null;
          token_hash: string;
        };
        Update: {
          accepted_at?: string | null;
          created_at?: string;
          email?: string;
          expires_at?: string;
          family_id?: string;
          id?: string;
          invited_by?: string | null;
          token_hash?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'family_invitations_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'family_invitations_invited_by_fkey';
            columns: ['invited_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      family_notes: {
        Row: {
          child_id: string | null;
          created_at: string;
          family_id: string;
          id: string;
          note: string;
          written_by: string | null;
        };
        Insert: {
          child_id?: string | null;
          created_at?: string;
          family_id: string;
          id: string;
          note: string;
          written_by?: string | null;
        };
        Update: {
          child_id?: string | null;
          created_at?: string;
          family_id?: string;
          id?: string;
          note?: string;
          written_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'family_notes_child_id_family_id_fkey';
            columns: ['child_id', 'family_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id', 'family_id'];
          },
          {
            foreignKeyName: 'family_notes_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'family_notes_written_by_fkey';
            columns: ['written_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      family_proposals: {
        Row: {
          child_id: string | null;
          code: string | null;
          created_at: string;
          effect: string;
          family_id: string;
          field: string | null;
          id: string;
          kind: string;
          order_id: string | null;
          value: NonNullable<Json>;
        };
        Insert: {
          child_id?: string | null;
          code?: string | null;
          created_at?: string;
          effect?: string;
          family_id: string;
          field?: string | null;
          id?: string;
          kind: string;
          order_id?: string | null;
          value: NonNullable<Json>;
        };
        Update: {
          child_id?: string | null;
          code?: string | null;
          created_at?: string;
          effect?: string;
          family_id?: string;
          field?: string | null;
          id?: string;
          kind?: string;
          order_id?: string | null;
          value?: NonNullable<Json>;
        };
        Relationships: [
          {
            foreignKeyName: 'family_proposals_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'family_proposals_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'family_proposals_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      first_aid_log: {
        Row: {
          camp_id: string | null;
          child_id: string;
          created_at: string;
          day: string;
          happened_at: string;
          id: string;
          injury: string;
          parent_informed_at: string | null;
          parent_informed_by: string | null;
          session_id: string | null;
          treatment: string;
          written_by: string | null;
        };
        Insert: {
          camp_id?: string | null;
          child_id: string;
          created_at?: string;
          day: string;
          happened_at: string;
          id: string;
          injury: string;
          parent_informed_at?: string | null;
          parent_informed_by?: string | null;
          session_id?: string | null;
          treatment: string;
          written_by?: string | null;
        };
        Update: {
          camp_id?: string | null;
          child_id?: string;
          created_at?: string;
          day?: string;
          happened_at?: string;
          id?: string;
          injury?: string;
          parent_informed_at?: string | null;
          parent_informed_by?: string | null;
          session_id?: string | null;
          treatment?: string;
          written_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'first_aid_log_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camp_weeks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'first_aid_log_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camps';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'first_aid_log_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'first_aid_log_parent_informed_by_fkey';
            columns: ['parent_informed_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'first_aid_log_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'first_aid_log_written_by_fkey';
            columns: ['written_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      form_drafts: {
        Row: {
          body: NonNullable<Json>;
          created_at: string;
          form_id: string;
          form_revision: string | null;
          party_id: string | null;
          token: string;
          updated_at: string;
        };
        Insert: {
          body: NonNullable<Json>;
          created_at?: string;
          form_id: string;
          form_revision?: string | null;
          party_id?: string | null;
          token?: string;
          updated_at?: string;
        };
        Update: {
          body?: NonNullable<Json>;
          created_at?: string;
          form_id?: string;
          form_revision?: string | null;
          party_id?: string | null;
          token?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'form_drafts_party_id_fkey';
            columns: ['party_id'];
            isOneToOne: false;
            referencedRelation: 'parties';
            referencedColumns: ['id'];
          },
        ];
      };
      form_response_guests: {
        Row: {
          age: number | null;
          kind: string;
          name: string | null;
          position: number;
          response_id: string;
        };
        Insert: {
          age?: number | null;
          kind?: string;
          name?: string | null;
          position: number;
          response_id: string;
        };
        Update: {
          age?: number | null;
          kind?: string;
          name?: string | null;
          position?: number;
          response_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'form_response_guests_response_id_fkey';
            columns: ['response_id'];
            isOneToOne: false;
            referencedRelation: 'form_responses';
            referencedColumns: ['id'];
          },
        ];
      };
      form_response_health: {
        Row: {
          details: NonNullable<Json>;
          position: number;
          response_id: string;
        };
        Insert: {
          details: NonNullable<Json>;
          position: number;
          response_id: string;
        };
        Update: {
          details?: NonNullable<Json>;
          position?: number;
          response_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'form_response_health_response_id_fkey';
            columns: ['response_id'];
            isOneToOne: false;
            referencedRelation: 'form_responses';
            referencedColumns: ['id'];
          },
        ];
      };
      form_responses: {
        Row: {
          anonymised_at: string | null;
          answers: NonNullable<Json>;
          attending: boolean | null;
          contact_email: string | null;
          contact_name: string | null;
          contact_phone: string | null;
          duplicate_of: string | null;
          form_id: string;
          form_revision: string | null;
          id: string;
          party_id: string | null;
          submitted_at: string;
          token: string;
          updated_at: string;
        };
        Insert: {
          anonymised_at?: string | null;
          answers?: NonNullable<Json>;
          attending?: boolean | null;
          contact_email?: string | null;
          contact_name?: string | null;
          contact_phone?: string | null;
          duplicate_of?: string | null;
          form_id: string;
          form_revision?: string | null;
          id?: string;
          party_id?: string | null;
          submitted_at?: string;
          token?: string;
          updated_at?: string;
        };
        Update: {
          anonymised_at?: string | null;
          answers?: NonNullable<Json>;
          attending?: boolean | null;
          contact_email?: string | null;
          contact_name?: string | null;
          contact_phone?: string | null;
          duplicate_of?: string | null;
          form_id?: string;
          form_revision?: string | null;
          id?: string;
          party_id?: string | null;
          submitted_at?: string;
          token?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'form_responses_duplicate_of_fkey';
            columns: ['duplicate_of'];
            isOneToOne: false;
            referencedRelation: 'form_responses';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'form_responses_party_id_fkey';
            columns: ['party_id'];
            isOneToOne: false;
            referencedRelation: 'parties';
            referencedColumns: ['id'];
          },
        ];
      };
      gift_vouchers: {
        Row: {
          amount_cents: number;
          buyer_email: string | null;
          buyer_name: string | null;
          cancel_note: string | null;
          cancelled_at: string | null;
          cancelled_by: string | null;
          code_hash: string;
          currency: string;
          id: string;
          issued_at: string;
          issued_by: string | null;
          last_four: string;
          message: string | null;
          payment_id: string | null;
          reason: string | null;
          recipient_name: string | null;
          redeemed_at: string | null;
          request_key: string;
          search_text: string;
          valid_until: string | null;
        };
        Insert: {
          amount_cents: number;
          buyer_email?: string | null;
          buyer_name?: string | null;
          cancel_note?: string | null;
          cancelled_at?: string | null;
          cancelled_by?: string | null;
          code_hash: string;
          currency: string;
          id?: string;
          issued_at?: string;
          issued_by?: string | null;
          last_four: string;
          message?: string | null;
          payment_id?: string | null;
          reason?: string | null;
          recipient_name?: string | null;
          redeemed_at?: string | null;
          request_key: string;
          search_text?: never;
          valid_until?: string | null;
        };
        Update: {
          amount_cents?: number;
          buyer_email?: string | null;
          buyer_name?: string | null;
          cancel_note?: string | null;
          cancelled_at?: string | null;
          cancelled_by?: string | null;
          code_hash?: string;
          currency?: string;
          id?: string;
          issued_at?: string;
          issued_by?: string | null;
          last_four?: string;
          message?: string | null;
          payment_id?: string | null;
          reason?: string | null;
          recipient_name?: string | null;
          redeemed_at?: string | null;
          request_key?: string;
          search_text?: never;
          valid_until?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'gift_vouchers_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: true;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
        ];
      };
      growth_reports: {
        Row: {
          camp_id: string;
          child_id: string;
          coach_name: string | null;
          created_at: string;
          edited_by: string | null;
          foundations: NonNullable<Json>;
          id: string;
          level: number | null;
          level_before: number | null;
          ready_at: string | null;
          ready_by: string | null;
          released_at: string | null;
          released_by: string | null;
          returned_note: string | null;
          sentence: string | null;
          state: string;
          updated_at: string;
          version: number;
          written_by: string | null;
        };
        Insert: {
          camp_id: string;
          child_id: string;
          coach_name?: string | null;
          created_at?: string;
          edited_by?: string | null;
          foundations: NonNullable<Json>;
          id?: string;
          level?: number | null;
          level_before?: number | null;
          ready_at?: string | null;
          ready_by?: string | null;
          released_at?: string | null;
          released_by?: string | null;
          returned_note?: string | null;
          sentence?: string | null;
          state?: string;
          updated_at?: string;
          version?: number;
          written_by?: string | null;
        };
        Update: {
          camp_id?: string;
          child_id?: string;
          coach_name?: string | null;
          created_at?: string;
          edited_by?: string | null;
          foundations?: NonNullable<Json>;
          id?: string;
          level?: number | null;
          level_before?: number | null;
          ready_at?: string | null;
          ready_by?: string | null;
          released_at?: string | null;
          released_by?: string | null;
          returned_note?: string | null;
          sentence?: string | null;
          state?: string;
          updated_at?: string;
          version?: number;
          written_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'growth_reports_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camp_weeks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'growth_reports_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camps';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'growth_reports_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'growth_reports_edited_by_fkey';
            columns: ['edited_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'growth_reports_ready_by_fkey';
            columns: ['ready_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'growth_reports_released_by_fkey';
            columns: ['released_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'growth_reports_written_by_fkey';
            columns: ['written_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      heartbeat: {
        Row: {
          first_at: string;
          functions_ahead_ms: number;
          id: boolean;
          last_at: string;
        };
        Insert: {
          first_at?: string;
          functions_ahead_ms: number;
          id?: boolean;
          last_at?: string;
        };
        Update: {
          first_at?: string;
          functions_ahead_ms?: number;
          id?: boolean;
          last_at?: string;
        };
        Relationships: [];
      };
      holds: {
        Row: {
          camp_id: string | null;
          expires_at: string;
          order_id: string;
          order_line_id: string;
          rung_id: string | null;
          session_id: string | null;
          sibling_rebate: boolean;
        };
        Insert: {
          camp_id?: string | null;
          expires_at: string;
          order_id: string;
          order_line_id: string;
          rung_id?: string | null;
          session_id?: string | null;
          sibling_rebate?: boolean;
        };
        Update: {
          camp_id?: string | null;
          expires_at?: string;
          order_id?: string;
          order_line_id?: string;
          rung_id?: string | null;
          session_id?: string | null;
          sibling_rebate?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'holds_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camp_weeks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'holds_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camps';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'holds_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'holds_order_line_id_fkey';
            columns: ['order_line_id'];
            isOneToOne: true;
            referencedRelation: 'order_lines';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'holds_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
        ];
      };
      instalment_attempts: {
        Row: {
          attempt: number;
          cents: number;
          closed_at: string | null;
          created_at: string;
          expires_at: string;
          instalment_id: string;
          session_id: string | null;
          url: string | null;
        };
        Insert: {
          attempt: number;
          cents: number;
          closed_at?: string | null;
          created_at?: string;
          expires_at: string;
          instalment_id: string;
          session_id?: string | null;
          url?: string | null;
        };
        Update: {
          attempt?: number;
          cents?: number;
          closed_at?: string | null;
          created_at?: string;
          expires_at?: string;
          instalment_id?: string;
          session_id?: string | null;
          url?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'instalment_attempts_instalment_id_fkey';
            columns: ['instalment_id'];
            isOneToOne: false;
            referencedRelation: 'order_instalments';
            referencedColumns: ['id'];
          },
        ];
      };
      invoice_counter: {
        Row: {
          credit_notes: number;
          id: boolean;
          invoices: number;
          refund_notes: number;
          reversals: number;
        };
        Insert: {
          credit_notes?: number;
          id?: boolean;
          invoices?: number;
          refund_notes?: number;
          reversals?: number;
        };
        Update: {
          credit_notes?: number;
          id?: boolean;
          invoices?: number;
          refund_notes?: number;
          reversals?: number;
        };
        Relationships: [];
      };
      invoices: {
        Row: {
          amount_cents: number;
          instalment_id: string | null;
          issued_at: string;
          kind: string;
          number: number;
          order_id: string;
          reference: string;
          refund_id: string | null;
        };
        Insert: {
          amount_cents: number;
          instalment_id?: string | null;
          issued_at?: string;
          kind: string;
          number: number;
          order_id: string;
          reference?: never;
          refund_id?: string | null;
        };
        Update: {
          amount_cents?: number;
          instalment_id?: string | null;
          issued_at?: string;
          kind?: string;
          number?: number;
          order_id?: string;
          reference?: never;
          refund_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'invoices_instalment_id_fkey';
            columns: ['instalment_id'];
            isOneToOne: false;
            referencedRelation: 'order_instalments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'invoices_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'invoices_refund_id_fkey';
            columns: ['refund_id'];
            isOneToOne: false;
            referencedRelation: 'refunds';
            referencedColumns: ['id'];
          },
        ];
      };
      lead_notes: {
        Row: {
          body: string;
          created_at: string;
          id: string;
          lead_id: string;
          written_by: string | null;
        };
        Insert: {
          body: string;
          created_at?: string;
          id: string;
          lead_id: string;
          written_by?: string | null;
        };
        Update: {
          body?: string;
          created_at?: string;
          id?: string;
          lead_id?: string;
          written_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'lead_notes_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: false;
            referencedRelation: 'leads';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'lead_notes_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: false;
            referencedRelation: 'open_birthday_enquiries';
            referencedColumns: ['lead_id'];
          },
          {
            foreignKeyName: 'lead_notes_written_by_fkey';
            columns: ['written_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      leads: {
        Row: {
          auto_delete_at: string;
          created_at: string;
          email: string | null;
          id: string;
          joined_by: string | null;
          last_activity_at: string;
          name: string;
          notes: NonNullable<Json>;
          order_id: string | null;
          phone_number: string | null;
          search_text: string;
          source: string;
          status: string;
          token: string;
          updated_at: string;
        };
        Insert: {
          auto_delete_at?: string;
          created_at?: string;
          email?: string | null;
          id?: string;
          joined_by?: string | null;
          last_activity_at?: string;
          name: string;
          notes?: NonNullable<Json>;
          order_id?: string | null;
          phone_number?: string | null;
          search_text?: never;
          source: string;
          status?: string;
          token?: string;
          updated_at?: string;
        };
        Update: {
          auto_delete_at?: string;
          created_at?: string;
          email?: string | null;
          id?: string;
          joined_by?: string | null;
          last_activity_at?: string;
          name?: string;
          notes?: NonNullable<Json>;
          order_id?: string | null;
          phone_number?: string | null;
          search_text?: never;
          source?: string;
          status?: string;
          token?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'leads_joined_by_fkey';
            columns: ['joined_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'leads_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      level_changes: {
        Row: {
          changed_by: string | null;
          child_id: string;
          created_at: string;
          id: string;
          level: number;
          level_before: number;
          note: string | null;
        };
        Insert: {
          changed_by?: string | null;
          child_id: string;
          created_at?: string;
          id?: string;
          level: number;
          level_before: number;
          note?: string | null;
        };
        Update: {
          changed_by?: string | null;
          child_id?: string;
          created_at?: string;
          id?: string;
          level?: number;
          level_before?: number;
          note?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'level_changes_changed_by_fkey';
            columns: ['changed_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'level_changes_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
        ];
      };
      line_ledger: {
        Row: {
          amount_cents: number;
          created_at: string;
          entry: string;
          id: number;
          order_line_id: string;
          other_line_id: string | null;
          posted_by: string | null;
          reason: string;
          refund_id: string | null;
          rules: NonNullable<Json>;
        };
        Insert: {
          amount_cents: number;
          created_at?: string;
          entry: string;
          id?: never;
          order_line_id: string;
          other_line_id?: string | null;
          posted_by?: string | null;
          reason: string;
          refund_id?: string | null;
          rules?: NonNullable<Json>;
        };
        Update: {
          amount_cents?: number;
          created_at?: string;
          entry?: string;
          id?: never;
          order_line_id?: string;
          other_line_id?: string | null;
          posted_by?: string | null;
          reason?: string;
          refund_id?: string | null;
          rules?: NonNullable<Json>;
        };
        Relationships: [
          {
            foreignKeyName: 'line_ledger_order_line_id_fkey';
            columns: ['order_line_id'];
            isOneToOne: false;
            referencedRelation: 'order_lines';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'line_ledger_other_line_id_fkey';
            columns: ['other_line_id'];
            isOneToOne: false;
            referencedRelation: 'order_lines';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'line_ledger_refund_id_fkey';
            columns: ['refund_id'];
            isOneToOne: false;
            referencedRelation: 'refunds';
            referencedColumns: ['id'];
          },
        ];
      };
      location_viewers: {
        Row: {
          client_hash: string | null;
          location_id: string;
          seen_at: string;
          session_id: string;
        };
        Insert: {
          client_hash?: string | null;
          location_id: string;
          seen_at: string;
          session_id: string;
        };
        Update: {
          client_hash?: string | null;
          location_id?: string;
          seen_at?: string;
          session_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'location_viewers_location_id_fkey';
            columns: ['location_id'];
            isOneToOne: false;
            referencedRelation: 'locations';
            referencedColumns: ['id'];
          },
        ];
      };
      locations: {
        Row: {
          address: string | null;
          base: string | null;
          content_updated_at: string | null;
          created_at: string;
          id: string;
          is_offered: boolean;
          map_url: string | null;
          name: string;
          slug: string | null;
        };
        Insert: {
          address?: string | null;
          base?: string | null;
          content_updated_at?: string | null;
          created_at?: string;
          id?: string;
          is_offered?: boolean;
          map_url?: string | null;
          name: string;
          slug?: string | null;
        };
        Update: {
          address?: string | null;
          base?: string | null;
          content_updated_at?: string | null;
          created_at?: string;
          id?: string;
          is_offered?: boolean;
          map_url?: string | null;
          name?: string;
          slug?: string | null;
        };
        Relationships: [];
      };
      lost_links: {
        Row: {
          email: string;
          number: string;
          requested_at: string;
        };
        Insert: {
          email: string;
          number?: string;
          requested_at?: string;
        };
        Update: {
          email?: string;
          number?: string;
          requested_at?: string;
        };
        Relationships: [];
      };
      mail_wordings: {
        Row: {
          created_at: string;
          id: number;
          language: string;
          sentences: NonNullable<Json>;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          id?: never;
          language?: string;
          sentences: NonNullable<Json>;
          updated_at: string;
        };
        Update: {
          created_at?: string;
          id?: never;
          language?: string;
          sentences?: NonNullable<Json>;
          updated_at?: string;
        };
        Relationships: [];
      };
      message_recipients: {
        Row: {
          address_hash: string;
          entry_id: string | null;
          family_id: string | null;
          id: number;
          message_id: string;
          outbox_id: string | null;
          profile_id: string | null;
          state: string;
          token_hash: string | null;
        };
        Insert: {
          address_hash: string;
          entry_id?: string | null;
          family_id?: string | null;
          id?: never;
          message_id: string;
          outbox_id?: string | null;
          profile_id?: string | null;
          state?: string;
          token_hash?: string | null;
        };
        Update: {
          address_hash?: string;
          entry_id?: string | null;
          family_id?: string | null;
          id?: never;
          message_id?: string;
          outbox_id?: string | null;
          profile_id?: string | null;
          state?: string;
          token_hash?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'message_recipients_entry_id_fkey';
            columns: ['entry_id'];
            isOneToOne: false;
            referencedRelation: 'waitlist_entries';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'message_recipients_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'message_recipients_message_id_fkey';
            columns: ['message_id'];
            isOneToOne: false;
            referencedRelation: 'messages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'message_recipients_outbox_id_fkey';
            columns: ['outbox_id'];
            isOneToOne: false;
            referencedRelation: 'outbox';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'message_recipients_profile_id_fkey';
            columns: ['profile_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      messages: {
        Row: {
          audience: NonNullable<Json>;
          body: string;
          content_key: string;
          counts: Json | null;
          counts_changed_at: string | null;
          created_at: string;
          gathered_after: string | null;
          gathered_at: string | null;
          id: string;
          kind: string;
          sent_by: string | null;
          settled_at: string | null;
          stopped_at: string | null;
          stopped_by: string | null;
          subject: string;
        };
        Insert: {
          audience: NonNullable<Json>;
          body: string;
          content_key: string;
          counts?: Json | null;
          counts_changed_at?: string | null;
          created_at?: string;
          gathered_after?: string | null;
          gathered_at?: string | null;
          id: string;
          kind: string;
          sent_by?: string | null;
          settled_at?: string | null;
          stopped_at?: string | null;
          stopped_by?: string | null;
          subject: string;
        };
        Update: {
          audience?: NonNullable<Json>;
          body?: string;
          content_key?: string;
          counts?: Json | null;
          counts_changed_at?: string | null;
          created_at?: string;
          gathered_after?: string | null;
          gathered_at?: string | null;
          id?: string;
          kind?: string;
          sent_by?: string | null;
          settled_at?: string | null;
          stopped_at?: string | null;
          stopped_by?: string | null;
          subject?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'messages_sent_by_fkey';
            columns: ['sent_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'messages_stopped_by_fkey';
            columns: ['stopped_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      news_stops: {
        Row: {
          address_hash: string;
          stopped_at: string;
        };
        Insert: {
          address_hash: string;
          stopped_at: string;
        };
        Update: {
          address_hash?: string;
          stopped_at?: string;
        };
        Relationships: [];
      };
      offers: {
        Row: {
          active: boolean;
          cancellation: string | null;
          currency: string;
          details: NonNullable<Json>;
          id: string;
          kind: string;
          price_cents: number;
          reference_cents: number;
          revision: string;
          terms_id: string;
          title: string;
          updated_at: string;
        };
        Insert: {
          active?: boolean;
          cancellation?: string | null;
          currency: string;
          details: NonNullable<Json>;
          id: string;
          kind: string;
          price_cents: number;
          reference_cents: number;
          revision: string;
          terms_id: string;
          title: string;
          updated_at: string;
        };
        Update: {
          active?: boolean;
          cancellation?: string | null;
          currency?: string;
          details?: NonNullable<Json>;
          id?: string;
          kind?: string;
          price_cents?: number;
          reference_cents?: number;
          revision?: string;
          terms_id?: string;
          title?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'offers_terms_id_fkey';
            columns: ['terms_id'];
            isOneToOne: false;
            referencedRelation: 'sale_terms';
            referencedColumns: ['id'];
          },
        ];
      };
      order_child_details: {
        Row: {
          allergies: string | null;
          emergency_contacts: Json | null;
          health_answer: string | null;
          medical_conditions: string | null;
          order_id: string;
          pickup_authorizations: Json | null;
          position: number;
        };
        Insert: {
          allergies?: string | null;
          emergency_contacts?: Json | null;
          health_answer?: string | null;
          medical_conditions?: string | null;
          order_id: string;
          pickup_authorizations?: Json | null;
          position: number;
        };
        Update: {
          allergies?: string | null;
          emergency_contacts?: Json | null;
          health_answer?: string | null;
          medical_conditions?: string | null;
          order_id?: string;
          pickup_authorizations?: Json | null;
          position?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'order_child_details_order_id_position_fkey';
            columns: ['order_id', 'position'];
            isOneToOne: true;
            referencedRelation: 'order_children';
            referencedColumns: ['order_id', 'position'];
          },
        ];
      };
      order_children: {
        Row: {
          child_id: string | null;
          dob: string | null;
          experience_level: string | null;
          name: string | null;
          order_id: string;
          overnight: boolean | null;
          position: number;
        };
        Insert: {
          child_id?: string | null;
          dob?: string | null;
          experience_level?: string | null;
          name?: string | null;
          order_id: string;
          overnight?: boolean | null;
          position: number;
        };
        Update: {
          child_id?: string | null;
          dob?: string | null;
          experience_level?: string | null;
          name?: string | null;
          order_id?: string;
          overnight?: boolean | null;
          position?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'order_children_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_children_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      order_instalments: {
        Row: {
          cents: number;
          created_at: string;
          due_on: string;
          id: string;
          moved_at: string | null;
          moved_by: string | null;
          moved_reason: string | null;
          order_id: string;
          paid_at: string | null;
          payment_id: string | null;
          position: number;
          sold_due_on: string;
          status: string;
        };
        Insert: {
          cents: number;
          created_at?: string;
          due_on: string;
          id?: string;
          moved_at?: string | null;
          moved_by?: string | null;
          moved_reason?: string | null;
          order_id: string;
          paid_at?: string | null;
          payment_id?: string | null;
          position: number;
          sold_due_on: string;
          status?: string;
        };
        Update: {
          cents?: number;
          created_at?: string;
          due_on?: string;
          id?: string;
          moved_at?: string | null;
          moved_by?: string | null;
          moved_reason?: string | null;
          order_id?: string;
          paid_at?: string | null;
          payment_id?: string | null;
          position?: number;
          sold_due_on?: string;
          status?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'order_instalments_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_instalments_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: true;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
        ];
      };
      order_lines: {
        Row: {
          camp_id: string | null;
          child_position: number | null;
          continued: boolean;
          discount_cents: number;
          expected_price_cents: number | null;
          had_before: boolean;
          held_since: string | null;
          id: string;
          moved_to_line_id: string | null;
          moves_line_id: string | null;
          offer_id: string;
          once_per_child: boolean;
          order_id: string;
          position: number;
          price_cents: number;
          rebate_cents: number;
          refund_starts_at: string | null;
          renews: boolean;
          revision: string;
          rung_id: string | null;
          session_id: string | null;
          sessions: number | null;
          sibling_rebate: boolean;
          status: string;
          subscription_id: string | null;
          terms_id: string;
          title: string;
          total_cents: number;
          transferred_cents: number;
          transport: Json | null;
          transport_cents: number;
          validity_days: number | null;
        };
        Insert: {
          camp_id?: string | null;
          child_position?: number | null;
          continued?: boolean;
          discount_cents?: number;
          expected_price_cents?: number | null;
          had_before?: boolean;
          held_since?: string | null;
          id?: string;
          moved_to_line_id?: string | null;
          moves_line_id?: string | null;
          offer_id: string;
          once_per_child?: boolean;
          order_id: string;
          position: number;
          price_cents: number;
          rebate_cents?: number;
          refund_starts_at?: string | null;
          renews?: boolean;
          revision: string;
          rung_id?: string | null;
          session_id?: string | null;
          sessions?: number | null;
          sibling_rebate?: boolean;
          status?: string;
          subscription_id?: string | null;
          terms_id: string;
          title: string;
          total_cents?: never;
          transferred_cents?: number;
          transport?: Json | null;
          transport_cents?: number;
          validity_days?: number | null;
        };
        Update: {
          camp_id?: string | null;
          child_position?: number | null;
          continued?: boolean;
          discount_cents?: number;
          expected_price_cents?: number | null;
          had_before?: boolean;
          held_since?: string | null;
          id?: string;
          moved_to_line_id?: string | null;
          moves_line_id?: string | null;
          offer_id?: string;
          once_per_child?: boolean;
          order_id?: string;
          position?: number;
          price_cents?: number;
          rebate_cents?: number;
          refund_starts_at?: string | null;
          renews?: boolean;
          revision?: string;
          rung_id?: string | null;
          session_id?: string | null;
          sessions?: number | null;
          sibling_rebate?: boolean;
          status?: string;
          subscription_id?: string | null;
          terms_id?: string;
          title?: string;
          total_cents?: never;
          transferred_cents?: number;
          transport?: Json | null;
          transport_cents?: number;
          validity_days?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'order_lines_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camp_weeks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_lines_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camps';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_lines_moved_to_line_id_fkey';
            columns: ['moved_to_line_id'];
            isOneToOne: false;
            referencedRelation: 'order_lines';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_lines_moves_line_id_fkey';
            columns: ['moves_line_id'];
            isOneToOne: false;
            referencedRelation: 'order_lines';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_lines_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: false;
            referencedRelation: 'current_offers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_lines_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: false;
            referencedRelation: 'offers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_lines_order_id_child_position_fkey';
            columns: ['order_id', 'child_position'];
            isOneToOne: false;
            referencedRelation: 'order_children';
            referencedColumns: ['order_id', 'position'];
          },
          {
            foreignKeyName: 'order_lines_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_lines_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_lines_subscription_id_fkey';
            columns: ['subscription_id'];
            isOneToOne: false;
            referencedRelation: 'pass_subscriptions';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_lines_terms_id_fkey';
            columns: ['terms_id'];
            isOneToOne: false;
            referencedRelation: 'sale_terms';
            referencedColumns: ['id'];
          },
        ];
      };
      order_links: {
        Row: {
          created_at: string;
          expires_at: string;
          id: string;
          order_id: string;
          purpose: string;
          recipient: string | null;
          reported_children: number[];
          token_hash: string;
        };
        Insert: {
          created_at?: string;
          expires_at: string;
          id?: string;
          order_id: string;
          purpose: string;
          recipient?: string | null;
          reported_children?: number[];
          token_hash: string;
        };
        Update: {
          created_at?: string;
          expires_at?: string;
          id?: string;
          order_id?: string;
          purpose?: string;
          recipient?: string | null;
          reported_children?: number[];
          token_hash?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'order_links_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      orders: {
        Row: {
          attempt: number;
          balance_cents: number;
          channel: string;
          client_hash: string | null;
          code: string | null;
          consents: NonNullable<Json>;
          consents_at: string | null;
          created_at: string;
          currency: string;
          family_id: string | null;
          gst_number: string | null;
          gst_rate_basis_points: number | null;
          id: string;
          kept_at: string | null;
          language: string;
          network_hash: string | null;
          number: string;
          opened_at: string;
          outcome: string | null;
          paid_at: string | null;
          parent_email: string | null;
          parent_name: string | null;
          parent_phone: string | null;
          payable_by_link: boolean;
          renewals: number;
          sale_digest: string | null;
          search_text: string;
          secret: string;
          signature: string | null;
          sold_by: string | null;
          split_allowed: boolean;
          split_cents: number;
          split_method: string | null;
          status: string;
          total_cents: number;
          transport_address: string | null;
          updated_at: string;
          user_id: string | null;
        };
        Insert: {
          attempt?: number;
          balance_cents?: number;
          channel?: string;
          client_hash?: string | null;
          code?: string | null;
          consents?: NonNullable<Json>;
          consents_at?: string | null;
          created_at?: string;
          currency: string;
          family_id?: string | null;
          gst_number?: string | null;
          gst_rate_basis_points?: number | null;
          id?: string;
          kept_at?: string | null;
          language?: string;
          network_hash?: string | null;
          number: string;
          opened_at?: string;
          outcome?: string | null;
          paid_at?: string | null;
          parent_email?: string | null;
          parent_name?: string | null;
          parent_phone?: string | null;
          payable_by_link?: boolean;
          renewals?: number;
          sale_digest?: string | null;
          search_text?: never;
          secret?: string;
          signature?: string | null;
          sold_by?: string | null;
          split_allowed?: boolean;
          split_cents?: number;
          split_method?: string | null;
          status?: string;
          total_cents: number;
          transport_address?: string | null;
          updated_at?: string;
          user_id?: string | null;
        };
        Update: {
          attempt?: number;
          balance_cents?: number;
          channel?: string;
          client_hash?: string | null;
          code?: string | null;
          consents?: NonNullable<Json>;
          consents_at?: string | null;
          created_at?: string;
          currency?: string;
          family_id?: string | null;
          gst_number?: string | null;
          gst_rate_basis_points?: number | null;
          id?: string;
          kept_at?: string | null;
          language?: string;
          network_hash?: string | null;
          number?: string;
          opened_at?: string;
          outcome?: string | null;
          paid_at?: string | null;
          parent_email?: string | null;
          parent_name?: string | null;
          parent_phone?: string | null;
          payable_by_link?: boolean;
          renewals?: number;
          sale_digest?: string | null;
          search_text?: never;
          secret?: string;
          signature?: string | null;
          sold_by?: string | null;
          split_allowed?: boolean;
          split_cents?: number;
          split_method?: string | null;
          status?: string;
          total_cents?: number;
          transport_address?: string | null;
          updated_at?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'orders_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'orders_sold_by_fkey';
            columns: ['sold_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      outages: {
        Row: {
          began_at: string;
          ended_at: string;
          id: number;
        };
        Insert: {
          began_at: string;
          ended_at: string;
          id?: never;
        };
        Update: {
          began_at?: string;
          ended_at?: string;
          id?: never;
        };
        Relationships: [];
      };
      outbox: {
        Row: {
          attempts: number;
          bounce_reason: string | null;
          bounced_at: string | null;
          complained_at: string | null;
          created_at: string;
          delayed_at: string | null;
          delivered_at: string | null;
          failed_at: string | null;
          id: string;
          key: string;
          last_error: string | null;
          leased_until: string | null;
          left_out_at: string | null;
          payload: NonNullable<Json>;
          profile_id: string | null;
          recipient: string;
          resent_at: string | null;
          sent_at: string | null;
          template: string;
        };
        Insert: {
          attempts?: number;
          bounce_reason?: string | null;
          bounced_at?: string | null;
          complained_at?: string | null;
          created_at?: string;
          delayed_at?: string | null;
          delivered_at?: string | null;
          failed_at?: string | null;
          id?: string;
          key: string;
          last_error?: string | null;
          leased_until?: string | null;
          left_out_at?: string | null;
          payload: NonNullable<Json>;
          profile_id?: string | null;
          recipient: string;
          resent_at?: string | null;
          sent_at?: string | null;
          template: string;
        };
        Update: {
          attempts?: number;
          bounce_reason?: string | null;
          bounced_at?: string | null;
          complained_at?: string | null;
          created_at?: string;
          delayed_at?: string | null;
          delivered_at?: string | null;
          failed_at?: string | null;
          id?: string;
          key?: string;
          last_error?: string | null;
          leased_until?: string | null;
          left_out_at?: string | null;
          payload?: NonNullable<Json>;
          profile_id?: string | null;
          recipient?: string;
          resent_at?: string | null;
          sent_at?: string | null;
          template?: string;
        };
        Relationships: [];
      };
      outbox_pace: {
        Row: {
          id: boolean;
          next_at: string;
        };
        Insert: {
          id?: boolean;
          next_at: string;
        };
        Update: {
          id?: boolean;
          next_at?: string;
        };
        Relationships: [];
      };
      packing_lists: {
        Row: {
          kind: string;
          things: string[];
          updated_at: string;
        };
        Insert: {
          kind: string;
          things: string[];
          updated_at: string;
        };
        Update: {
          kind?: string;
          things?: string[];
          updated_at?: string;
        };
        Relationships: [];
      };
      page_vitals: {
        Row: {
          at_most: number;
          device: string;
          measured_on: string;
          metric: string;
          page: string;
          samples: number;
        };
        Insert: {
          at_most: number;
          device: string;
          measured_on: string;
          metric: string;
          page: string;
          samples?: number;
        };
        Update: {
          at_most?: number;
          device?: string;
          measured_on?: string;
          metric?: string;
          page?: string;
          samples?: number;
        };
        Relationships: [];
      };
      parties: {
        Row: {
          anonymised_at: string | null;
          code: string;
          created_at: string;
          ends_at: string;
          family_id: string | null;
          form_id: string | null;
          guests_reminded_at: string | null;
          head_count: number;
          host_email: string | null;
          host_name: string;
          host_phone: string | null;
          host_reminded_at: string | null;
          id: string;
          lead_id: string | null;
          offer_id: string | null;
          place: string;
          search_text: string;
          starts_at: string;
          status: string;
          title: string;
          updated_at: string;
        };
        Insert: {
          anonymised_at?: string | null;
          code?: string;
          created_at?: string;
          ends_at: string;
          family_id?: string | null;
          form_id?: string | null;
          guests_reminded_at?: string | null;
          head_count: number;
          host_email?: string | null;
          host_name: string;
          host_phone?: string | null;
          host_reminded_at?: string | null;
          id?: string;
          lead_id?: string | null;
          offer_id?: string | null;
          place: string;
          search_text?: never;
          starts_at: string;
          status?: string;
          title: string;
          updated_at?: string;
        };
        Update: {
          anonymised_at?: string | null;
          code?: string;
          created_at?: string;
          ends_at?: string;
          family_id?: string | null;
          form_id?: string | null;
          guests_reminded_at?: string | null;
          head_count?: number;
          host_email?: string | null;
          host_name?: string;
          host_phone?: string | null;
          host_reminded_at?: string | null;
          id?: string;
          lead_id?: string | null;
          offer_id?: string | null;
          place?: string;
          search_text?: never;
          starts_at?: string;
          status?: string;
          title?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'parties_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'parties_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: true;
            referencedRelation: 'leads';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'parties_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: true;
            referencedRelation: 'open_birthday_enquiries';
            referencedColumns: ['lead_id'];
          },
          {
            foreignKeyName: 'parties_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: false;
            referencedRelation: 'current_offers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'parties_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: false;
            referencedRelation: 'offers';
            referencedColumns: ['id'];
          },
        ];
      };
      party_news: {
        Row: {
          changed_at: string;
          kind: string;
          party_id: string;
          response_id: string;
        };
        Insert: {
          changed_at?: string;
          kind: string;
          party_id: string;
          response_id: string;
        };
        Update: {
          changed_at?: string;
          kind?: string;
          party_id?: string;
          response_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'party_news_party_id_fkey';
            columns: ['party_id'];
            isOneToOne: false;
            referencedRelation: 'parties';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'party_news_response_id_fkey';
            columns: ['response_id'];
            isOneToOne: true;
            referencedRelation: 'form_responses';
            referencedColumns: ['id'];
          },
        ];
      };
      pass_pauses: {
        Row: {
          by_staff: boolean;
          cancelled_at: string | null;
          created_at: string;
          first_day: string;
          id: string;
          last_day: string;
          note: string | null;
          pass_id: string;
          requested_by: string | null;
        };
        Insert: {
          by_staff: boolean;
          cancelled_at?: string | null;
          created_at?: string;
          first_day: string;
          id?: string;
          last_day: string;
          note?: string | null;
          pass_id: string;
          requested_by?: string | null;
        };
        Update: {
          by_staff?: boolean;
          cancelled_at?: string | null;
          created_at?: string;
          first_day?: string;
          id?: string;
          last_day?: string;
          note?: string | null;
          pass_id?: string;
          requested_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'pass_pauses_pass_id_fkey';
            columns: ['pass_id'];
            isOneToOne: false;
            referencedRelation: 'passes';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'pass_pauses_requested_by_fkey';
            columns: ['requested_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      pass_subscriptions: {
        Row: {
          child_id: string;
          created_at: string;
          current_period_end: string;
          ended_at: string | null;
          family_id: string;
          id: string;
          offer_id: string;
          order_line_id: string;
          price_cents: number;
          provider_subscription_id: string;
          status: string;
          updated_at: string;
        };
        Insert: {
          child_id: string;
          created_at?: string;
          current_period_end: string;
          ended_at?: string | null;
          family_id: string;
          id?: string;
          offer_id: string;
          order_line_id: string;
          price_cents: number;
          provider_subscription_id: string;
          status?: string;
          updated_at?: string;
        };
        Update: {
          child_id?: string;
          created_at?: string;
          current_period_end?: string;
          ended_at?: string | null;
          family_id?: string;
          id?: string;
          offer_id?: string;
          order_line_id?: string;
          price_cents?: number;
          provider_subscription_id?: string;
          status?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'pass_subscriptions_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'pass_subscriptions_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'pass_subscriptions_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: false;
            referencedRelation: 'current_offers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'pass_subscriptions_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: false;
            referencedRelation: 'offers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'pass_subscriptions_order_line_id_fkey';
            columns: ['order_line_id'];
            isOneToOne: true;
            referencedRelation: 'order_lines';
            referencedColumns: ['id'];
          },
        ];
      };
      passes: {
        Row: {
          child_id: string;
          created_at: string;
          family_id: string;
          id: string;
          moved_from_id: string | null;
          offer_id: string;
          order_line_id: string | null;
          sessions_total: number;
          terms_id: string;
          title: string;
          valid_from: string;
          valid_until: string | null;
        };
        Insert: {
          child_id: string;
          created_at?: string;
          family_id: string;
          id?: string;
          moved_from_id?: string | null;
          offer_id: string;
          order_line_id?: string | null;
          sessions_total: number;
          terms_id: string;
          title: string;
          valid_from: string;
          valid_until?: string | null;
        };
        Update: {
          child_id?: string;
          created_at?: string;
          family_id?: string;
          id?: string;
          moved_from_id?: string | null;
          offer_id?: string;
          order_line_id?: string | null;
          sessions_total?: number;
          terms_id?: string;
          title?: string;
          valid_from?: string;
          valid_until?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'passes_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'passes_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'passes_moved_from_id_fkey';
            columns: ['moved_from_id'];
            isOneToOne: false;
            referencedRelation: 'passes';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'passes_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: false;
            referencedRelation: 'current_offers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'passes_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: false;
            referencedRelation: 'offers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'passes_order_line_id_fkey';
            columns: ['order_line_id'];
            isOneToOne: false;
            referencedRelation: 'order_lines';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'passes_terms_id_fkey';
            columns: ['terms_id'];
            isOneToOne: false;
            referencedRelation: 'sale_terms';
            referencedColumns: ['id'];
          },
        ];
      };
      payment_decisions: {
        Row: {
          created_at: string;
          details: NonNullable<Json>;
          id: string;
          kind: string;
          order_id: string | null;
          payment_id: string;
          resolution: string | null;
          resolved_at: string | null;
          resolved_by: string | null;
          status: string;
        };
        Insert: {
          created_at?: string;
          details?: NonNullable<Json>;
          id?: string;
          kind: string;
          order_id?: string | null;
          payment_id: string;
          resolution?: string | null;
          resolved_at?: string | null;
          resolved_by?: string | null;
          status?: string;
        };
        Update: {
          created_at?: string;
          details?: NonNullable<Json>;
          id?: string;
          kind?: string;
          order_id?: string | null;
          payment_id?: string;
          resolution?: string | null;
          resolved_at?: string | null;
          resolved_by?: string | null;
          status?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_decisions_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payment_decisions_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payment_decisions_resolved_by_fkey';
            columns: ['resolved_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      payment_disputes: {
        Row: {
          amount_cents: number;
          answer_by: string | null;
          checked_at: string;
          closed_at: string | null;
          created_at: string;
          currency: string;
          id: string;
          outcome: string | null;
          payment_id: string | null;
          payment_intent: string;
          provider_dispute_id: string;
          provider_status: string;
          reason: string;
          withdrawn_cents: number;
        };
        Insert: {
          amount_cents: number;
          answer_by?: string | null;
          checked_at: string;
          closed_at?: string | null;
          created_at?: string;
          currency: string;
          id?: string;
          outcome?: string | null;
          payment_id?: string | null;
          payment_intent: string;
          provider_dispute_id: string;
          provider_status: string;
          reason: string;
          withdrawn_cents?: number;
        };
        Update: {
          amount_cents?: number;
          answer_by?: string | null;
          checked_at?: string;
          closed_at?: string | null;
          created_at?: string;
          currency?: string;
          id?: string;
          outcome?: string | null;
          payment_id?: string | null;
          payment_intent?: string;
          provider_dispute_id?: string;
          provider_status?: string;
          reason?: string;
          withdrawn_cents?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_disputes_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
        ];
      };
      payment_events: {
        Row: {
          created_at: string;
          event_id: string;
          event_type: string | null;
          payment_id: string | null;
        };
        Insert: {
          created_at?: string;
          event_id: string;
          event_type?: string | null;
          payment_id?: string | null;
        };
        Update: {
          created_at?: string;
          event_id?: string;
          event_type?: string | null;
          payment_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_events_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
        ];
      };
      payments: {
        Row: {
          amount_cents: number;
          created_at: string;
          currency: string;
          id: string;
          invoice_id: string | null;
          method: string | null;
          order_id: string | null;
          payment_intent: string | null;
          provider: string;
          reference: string | null;
          result: string | null;
          session_id: string | null;
          taken_by: string | null;
        };
        Insert: {
          amount_cents: number;
          created_at?: string;
          currency: string;
          id?: string;
          invoice_id?: string | null;
          method?: string | null;
          order_id?: string | null;
          payment_intent?: string | null;
          provider?: string;
          reference?: string | null;
          result?: string | null;
          session_id?: string | null;
          taken_by?: string | null;
        };
        Update: {
          amount_cents?: number;
          created_at?: string;
          currency?: string;
          id?: string;
          invoice_id?: string | null;
          method?: string | null;
          order_id?: string | null;
          payment_intent?: string | null;
          provider?: string;
          reference?: string | null;
          result?: string | null;
          session_id?: string | null;
          taken_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'payments_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      payouts: {
        Row: {
          amount_cents: number;
          arrival_on: string;
          checked_at: string;
          created_at: string;
          currency: string;
          failure_code: string | null;
          failure_transaction: string | null;
          id: string;
          is_automatic: boolean;
          listable_at: string | null;
          made_at: string;
          parts_read_at: string | null;
          provider_payout_id: string;
          status: string;
        };
        Insert: {
          amount_cents: number;
          arrival_on: string;
          checked_at: string;
          created_at?: string;
          currency: string;
          failure_code?: string | null;
          failure_transaction?: string | null;
          id?: string;
          is_automatic: boolean;
          listable_at?: string | null;
          made_at: string;
          parts_read_at?: string | null;
          provider_payout_id: string;
          status: string;
        };
        Update: {
          amount_cents?: number;
          arrival_on?: string;
          checked_at?: string;
          created_at?: string;
          currency?: string;
          failure_code?: string | null;
          failure_transaction?: string | null;
          id?: string;
          is_automatic?: boolean;
          listable_at?: string | null;
          made_at?: string;
          parts_read_at?: string | null;
          provider_payout_id?: string;
          status?: string;
        };
        Relationships: [];
      };
      phone_channels: {
        Row: {
          channel: string;
          seen_at: string;
        };
        Insert: {
          channel: string;
          seen_at: string;
        };
        Update: {
          channel?: string;
          seen_at?: string;
        };
        Relationships: [];
      };
      phone_messages: {
        Row: {
          attempts: number;
          cause: string;
          channel: string;
          created_at: string;
          delivered_at: string | null;
          error: string | null;
          failed_at: string | null;
          family_id: string;
          handled_at: string | null;
          handled_by: string | null;
          id: string;
          is_urgent: boolean;
          key: string;
          leased_until: string | null;
          message_id: string | null;
          not_before: string;
          occasion: string;
          payload: NonNullable<Json>;
          phone: string;
          place_ids: string[];
          profile_id: string | null;
          provider_id: string | null;
          read_at: string | null;
          reason: string | null;
          sending_since: string | null;
          sent_at: string | null;
        };
        Insert: {
          attempts?: number;
          cause: string;
          channel: string;
          created_at?: string;
          delivered_at?: string | null;
          error?: string | null;
          failed_at?: string | null;
          family_id: string;
          handled_at?: string | null;
          handled_by?: string | null;
          id?: string;
          is_urgent: boolean;
          key: string;
          leased_until?: string | null;
          message_id?: string | null;
          not_before: string;
          occasion: string;
          payload: NonNullable<Json>;
          phone: string;
          place_ids: string[];
          profile_id?: string | null;
          provider_id?: string | null;
          read_at?: string | null;
          reason?: string | null;
          sending_since?: string | null;
          sent_at?: string | null;
        };
        Update: {
          attempts?: number;
          cause?: string;
          channel?: string;
          created_at?: string;
          delivered_at?: string | null;
          error?: string | null;
          failed_at?: string | null;
          family_id?: string;
          handled_at?: string | null;
          handled_by?: string | null;
          id?: string;
          is_urgent?: boolean;
          key?: string;
          leased_until?: string | null;
          message_id?: string | null;
          not_before?: string;
          occasion?: string;
          payload?: NonNullable<Json>;
          phone?: string;
          place_ids?: string[];
          profile_id?: string | null;
          provider_id?: string | null;
          read_at?: string | null;
          reason?: string | null;
          sending_since?: string | null;
          sent_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'phone_messages_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'phone_messages_handled_by_fkey';
            columns: ['handled_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'phone_messages_message_id_fkey';
            columns: ['message_id'];
            isOneToOne: false;
            referencedRelation: 'messages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'phone_messages_profile_id_fkey';
            columns: ['profile_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      pickup_authorizations: {
        Row: {
          child_id: string | null;
          code: string;
          family_id: string;
          id: string;
          name: string;
          phone: string | null;
          position: number;
          relationship: string | null;
        };
        Insert: {
          child_id?: string | null;
          code?: string;
          family_id: string;
          id?: string;
          name: string;
          phone?: string | null;
          position: number;
          relationship?: string | null;
        };
        Update: {
          child_id?: string | null;
          code?: string;
          family_id?: string;
          id?: string;
          name?: string;
          phone?: string | null;
          position?: number;
          relationship?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'pickup_authorizations_child_id_family_id_fkey';
            columns: ['child_id', 'family_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id', 'family_id'];
          },
          {
            foreignKeyName: 'pickup_authorizations_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
        ];
      };
      picture_children: {
        Row: {
          child_id: string;
          picture_id: string;
        };
        Insert: {
          child_id: string;
          picture_id: string;
        };
        Update: {
          child_id?: string;
          picture_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'picture_children_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'picture_children_picture_id_fkey';
            columns: ['picture_id'];
            isOneToOne: false;
            referencedRelation: 'pictures';
            referencedColumns: ['id'];
          },
        ];
      };
      pictures: {
        Row: {
          bytes: number;
          created_at: string;
          deleted_at: string | null;
          height: number;
          id: string;
          name: string;
          path: string;
          search_text: string;
          shows: string;
          uploaded_by: string | null;
          width: number;
        };
        Insert: {
          bytes: number;
          created_at?: string;
          deleted_at?: string | null;
          height: number;
          id: string;
          name: string;
          path: string;
          search_text?: never;
          shows?: string;
          uploaded_by?: string | null;
          width: number;
        };
        Update: {
          bytes?: number;
          created_at?: string;
          deleted_at?: string | null;
          height?: number;
          id?: string;
          name?: string;
          path?: string;
          search_text?: never;
          shows?: string;
          uploaded_by?: string | null;
          width?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'pictures_uploaded_by_fkey';
            columns: ['uploaded_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      place_notices: {
        Row: {
          camp_id: string | null;
          changed: string[];
          changed_by: string | null;
          created_at: string;
          families: number;
          id: string;
          is_notified: boolean;
          mails: number;
          note: string | null;
          session_id: string | null;
        };
        Insert: {
          camp_id?: string | null;
          changed: string[];
          changed_by?: string | null;
          created_at?: string;
          families: number;
          id?: string;
          is_notified: boolean;
          mails: number;
          note?: string | null;
          session_id?: string | null;
        };
        Update: {
          camp_id?: string | null;
          changed?: string[];
          changed_by?: string | null;
          created_at?: string;
          families?: number;
          id?: string;
          is_notified?: boolean;
          mails?: number;
          note?: string | null;
          session_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'place_notices_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camp_weeks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'place_notices_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camps';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'place_notices_changed_by_fkey';
            columns: ['changed_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'place_notices_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
        ];
      };
      planned_moments: {
        Row: {
          at: string;
        };
        Insert: {
          at: string;
        };
        Update: {
          at?: string;
        };
        Relationships: [];
      };
      price_approvals: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          created_at: string;
          id: string;
          lowest_cents: number;
          offer_id: string;
          prices: NonNullable<Json>;
          proposed_at: string | null;
          proposed_by: string | null;
          reference_cents: number;
          taken_over_at: string | null;
          title: string;
          updated_at: string;
        };
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          created_at?: string;
          id?: string;
          lowest_cents: number;
          offer_id: string;
          prices: NonNullable<Json>;
          proposed_at?: string | null;
          proposed_by?: string | null;
          reference_cents: number;
          taken_over_at?: string | null;
          title: string;
          updated_at?: string;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          created_at?: string;
          id?: string;
          lowest_cents?: number;
          offer_id?: string;
          prices?: NonNullable<Json>;
          proposed_at?: string | null;
          proposed_by?: string | null;
          reference_cents?: number;
          taken_over_at?: string | null;
          title?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'price_approvals_approved_by_fkey';
            columns: ['approved_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'price_approvals_proposed_by_fkey';
            columns: ['proposed_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      profile_health: {
        Row: {
          allergies: string | null;
          doctor_name: string | null;
          doctor_phone: string | null;
          insurance_number: string | null;
          insurance_provider: string | null;
          medical_conditions: string | null;
          medications: string | null;
          profile_id: string;
          updated_at: string;
        };
        Insert: {
          allergies?: string | null;
          doctor_name?: string | null;
          doctor_phone?: string | null;
          insurance_number?: string | null;
          insurance_provider?: string | null;
          medical_conditions?: string | null;
          medications?: string | null;
          profile_id: string;
          updated_at?: string;
        };
        Update: {
          allergies?: string | null;
          doctor_name?: string | null;
          doctor_phone?: string | null;
          insurance_number?: string | null;
          insurance_provider?: string | null;
          medical_conditions?: string | null;
          medications?: string | null;
          profile_id?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'profile_health_profile_id_fkey';
            columns: ['profile_id'];
            isOneToOne: true;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      profiles: {
        Row: {
          address: string | null;
          booking_mails: boolean;
          communication_method: string | null;
          created_at: string;
          email: string | null;
          family_id: string | null;
          first_name: string | null;
          id: string;
          last_name: string | null;
          name: string;
          phone: string | null;
          preferred_language: string | null;
          search_text: string;
          secondary_phone: string | null;
          special_instructions: string | null;
          updated_at: string;
          whatsapp_country_code: string | null;
          whatsapp_phone: string | null;
          credits_remaining: number | null;
        };
        Insert: {
          address?: string | null;
          booking_mails?: boolean;
          communication_method?: string | null;
          created_at?: string;
          email?: string | null;
          family_id?: string | null;
          first_name?: string | null;
          id: string;
          last_name?: string | null;
          name?: string;
          phone?: string | null;
          preferred_language?: string | null;
          search_text?: never;
          secondary_phone?: string | null;
          special_instructions?: string | null;
          updated_at?: string;
          whatsapp_country_code?: string | null;
          whatsapp_phone?: string | null;
        };
        Update: {
          address?: string | null;
          booking_mails?: boolean;
          communication_method?: string | null;
          created_at?: string;
          email?: string | null;
          family_id?: string | null;
          first_name?: string | null;
          id?: string;
          last_name?: string | null;
          name?: string;
          phone?: string | null;
          preferred_language?: string | null;
          search_text?: never;
          secondary_phone?: string | null;
          special_instructions?: string | null;
          updated_at?: string;
          whatsapp_country_code?: string | null;
          whatsapp_phone?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'profiles_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
        ];
      };
      promotion_codes: {
        Row: {
          active: boolean;
          campaign: string | null;
          cents: number | null;
          changed_by: string | null;
          code: string;
          created_at: string;
          created_by: string | null;
          id: string;
          kinds: string[] | null;
          locations: string[] | null;
          minimum_cents: number;
          offers: string[] | null;
          percent: number | null;
          tiers: string[] | null;
          updated_at: string;
          uses_max: number | null;
          uses_per_family_max: number | null;
          valid_from: string;
          valid_until: string;
        };
        Insert: {
          active?: boolean;
          campaign?: string | null;
          cents?: number | null;
          changed_by?: string | null;
          code: string;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          kinds?: string[] | null;
          locations?: string[] | null;
          minimum_cents?: number;
          offers?: string[] | null;
          percent?: number | null;
          tiers?: string[] | null;
          updated_at?: string;
          uses_max?: number | null;
          uses_per_family_max?: number | null;
          valid_from?: string;
          valid_until?: string;
        };
        Update: {
          active?: boolean;
          campaign?: string | null;
          cents?: number | null;
          changed_by?: string | null;
          code?: string;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          kinds?: string[] | null;
          locations?: string[] | null;
          minimum_cents?: number;
          offers?: string[] | null;
          percent?: number | null;
          tiers?: string[] | null;
          updated_at?: string;
          uses_max?: number | null;
          uses_per_family_max?: number | null;
          valid_from?: string;
          valid_until?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'promotion_codes_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      promotion_uses: {
        Row: {
          created_at: string;
          discount_cents: number;
          email_hash: string | null;
          family_id: string | null;
          order_id: string;
          promotion_code_id: string;
          terms: NonNullable<Json>;
        };
        Insert: {
          created_at?: string;
          discount_cents: number;
          email_hash?: string | null;
          family_id?: string | null;
          order_id: string;
          promotion_code_id: string;
          terms?: NonNullable<Json>;
        };
        Update: {
          created_at?: string;
          discount_cents?: number;
          email_hash?: string | null;
          family_id?: string | null;
          order_id?: string;
          promotion_code_id?: string;
          terms?: NonNullable<Json>;
        };
        Relationships: [
          {
            foreignKeyName: 'promotion_uses_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'promotion_uses_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: true;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'promotion_uses_promotion_code_id_fkey';
            columns: ['promotion_code_id'];
            isOneToOne: false;
            referencedRelation: 'promotion_codes';
            referencedColumns: ['id'];
          },
        ];
      };
      publications: {
        Row: {
          checkout: string;
          document_id: string;
          found_by_sweep: boolean;
          problem: string | null;
          published_at: string;
          revision: string;
          title: string;
          type: string;
          updated_at: string;
        };
        Insert: {
          checkout?: string;
          document_id: string;
          found_by_sweep?: boolean;
          problem?: string | null;
          published_at?: string;
          revision: string;
          title?: string;
          type?: string;
          updated_at: string;
        };
        Update: {
          checkout?: string;
          document_id?: string;
          found_by_sweep?: boolean;
          problem?: string | null;
          published_at?: string;
          revision?: string;
          title?: string;
          type?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      purge_positions: {
        Row: {
          after: string | null;
          class: string;
          rows_of: string;
        };
        Insert: {
          after?: string | null;
          class: string;
          rows_of: string;
        };
        Update: {
          after?: string | null;
          class?: string;
          rows_of?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'purge_positions_class_fkey';
            columns: ['class'];
            isOneToOne: false;
            referencedRelation: 'retention_periods';
            referencedColumns: ['class'];
          },
        ];
      };
      queue_tickets: {
        Row: {
          admitted_at: string | null;
          expires_at: string;
          id: number;
          joined_at: string;
          secret_hash: string;
          used_at: string | null;
        };
        Insert: {
          admitted_at?: string | null;
          expires_at: string;
          id?: never;
          joined_at?: string;
          secret_hash: string;
          used_at?: string | null;
        };
        Update: {
          admitted_at?: string | null;
          expires_at?: string;
          id?: never;
          joined_at?: string;
          secret_hash?: string;
          used_at?: string | null;
        };
        Relationships: [];
      };
      rate_limits: {
        Row: {
          hits: number;
          key_hash: string;
          window_ends_at: string;
        };
        Insert: {
          hits: number;
          key_hash: string;
          window_ends_at: string;
        };
        Update: {
          hits?: number;
          key_hash?: string;
          window_ends_at?: string;
        };
        Relationships: [];
      };
      rate_rules: {
        Row: {
          endpoint: string;
          most: number;
          seconds: number;
          why: string;
        };
        Insert: {
          endpoint: string;
          most: number;
          seconds: number;
          why: string;
        };
        Update: {
          endpoint?: string;
          most?: number;
          seconds?: number;
          why?: string;
        };
        Relationships: [];
      };
      rebuild_causes: {
        Row: {
          cause: string;
          requested_at: string;
        };
        Insert: {
          cause: string;
          requested_at: string;
        };
        Update: {
          cause?: string;
          requested_at?: string;
        };
        Relationships: [];
      };
      rebuild_days: {
        Row: {
          day: string;
        };
        Insert: {
          day: string;
        };
        Update: {
          day?: string;
        };
        Relationships: [];
      };
      rebuild_requests: {
        Row: {
          id: number;
          reason: string;
          requested_at: string;
        };
        Insert: {
          id?: never;
          reason: string;
          requested_at?: string;
        };
        Update: {
          id?: never;
          reason?: string;
          requested_at?: string;
        };
        Relationships: [];
      };
      referral_codes: {
        Row: {
          code: string;
          created_at: string;
          family_id: string;
        };
        Insert: {
          code: string;
          created_at?: string;
          family_id: string;
        };
        Update: {
          code?: string;
          created_at?: string;
          family_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'referral_codes_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: true;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
        ];
      };
      referrals: {
        Row: {
          checked_at: string;
          created_at: string;
          credit_cents: number;
          decided_at: string | null;
          decided_by: string | null;
          family_id: string | null;
          id: string;
          order_id: string;
          per_year_max: number;
          reason: string | null;
          state: string;
          taken_cents: number;
        };
        Insert: {
          checked_at?: string;
          created_at?: string;
          credit_cents: number;
          decided_at?: string | null;
          decided_by?: string | null;
          family_id?: string | null;
          id?: string;
          order_id: string;
          per_year_max: number;
          reason?: string | null;
          state?: string;
          taken_cents?: number;
        };
        Update: {
          checked_at?: string;
          created_at?: string;
          credit_cents?: number;
          decided_at?: string | null;
          decided_by?: string | null;
          family_id?: string | null;
          id?: string;
          order_id?: string;
          per_year_max?: number;
          reason?: string | null;
          state?: string;
          taken_cents?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'referrals_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'referrals_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: true;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      refund_allocations: {
        Row: {
          allocated_by: string | null;
          amount_cents: number;
          created_at: string;
          order_line_id: string;
          reason: string;
          refund_id: string;
        };
        Insert: {
          allocated_by?: string | null;
          amount_cents: number;
          created_at?: string;
          order_line_id: string;
          reason: string;
          refund_id: string;
        };
        Update: {
          allocated_by?: string | null;
          amount_cents?: number;
          created_at?: string;
          order_line_id?: string;
          reason?: string;
          refund_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'refund_allocations_order_line_id_fkey';
            columns: ['order_line_id'];
            isOneToOne: false;
            referencedRelation: 'order_lines';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'refund_allocations_refund_id_fkey';
            columns: ['refund_id'];
            isOneToOne: false;
            referencedRelation: 'refunds';
            referencedColumns: ['id'];
          },
        ];
      };
      refunds: {
        Row: {
          amount_cents: number;
          attempts: number;
          created_at: string;
          currency: string;
          id: string;
          is_external: boolean;
          last_error: string | null;
          leased_until: string | null;
          note: string | null;
          notified: boolean;
          order_id: string | null;
          order_line_id: string | null;
          payment_id: string;
          provider_refund_id: string | null;
          reason: string;
          refusals: number;
          request_key: string | null;
          requested_by: string | null;
          requested_in: unknown;
          settled_at: string | null;
          settled_by: string | null;
          status: string;
          to_balance: boolean;
        };
        Insert: {
          amount_cents: number;
          attempts?: number;
          created_at?: string;
          currency: string;
          id?: string;
          is_external?: boolean;
          last_error?: string | null;
          leased_until?: string | null;
          note?: string | null;
          notified?: boolean;
          order_id?: string | null;
          order_line_id?: string | null;
          payment_id: string;
          provider_refund_id?: string | null;
          reason: string;
          refusals?: number;
          request_key?: string | null;
          requested_by?: string | null;
          requested_in?: unknown;
          settled_at?: string | null;
          settled_by?: string | null;
          status?: string;
          to_balance?: boolean;
        };
        Update: {
          amount_cents?: number;
          attempts?: number;
          created_at?: string;
          currency?: string;
          id?: string;
          is_external?: boolean;
          last_error?: string | null;
          leased_until?: string | null;
          note?: string | null;
          notified?: boolean;
          order_id?: string | null;
          order_line_id?: string | null;
          payment_id?: string;
          provider_refund_id?: string | null;
          reason?: string;
          refusals?: number;
          request_key?: string | null;
          requested_by?: string | null;
          requested_in?: unknown;
          settled_at?: string | null;
          settled_by?: string | null;
          status?: string;
          to_balance?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'refunds_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'refunds_order_line_id_fkey';
            columns: ['order_line_id'];
            isOneToOne: false;
            referencedRelation: 'order_lines';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'refunds_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'refunds_requested_by_fkey';
            columns: ['requested_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      retention_periods: {
        Row: {
          action: string;
          class: string;
          default_keep: string | null;
          keep: string | null;
          purge: string;
          what: string;
          why: string;
        };
        Insert: {
          action: string;
          class: string;
          default_keep?: string | null;
          keep?: string | null;
          purge: string;
          what: string;
          why: string;
        };
        Update: {
          action?: string;
          class?: string;
          default_keep?: string | null;
          keep?: string | null;
          purge?: string;
          what?: string;
          why?: string;
        };
        Relationships: [];
      };
      roster_shares: {
        Row: {
          camp_id: string | null;
          created_at: string;
          day: string;
          expires_at: string;
          id: string;
          made_by: string | null;
          session_id: string | null;
          token_hash: string;
        };
        Insert: {
          camp_id?: string | null;
          created_at?: string;
          day: string;
          expires_at: string;
          id?: string;
          made_by?: string | null;
          session_id?: string | null;
          token_hash: string;
        };
        Update: {
          camp_id?: string | null;
          created_at?: string;
          day?: string;
          expires_at?: string;
          id?: string;
          made_by?: string | null;
          session_id?: string | null;
          token_hash?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'roster_shares_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camp_weeks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'roster_shares_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camps';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'roster_shares_made_by_fkey';
            columns: ['made_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'roster_shares_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
        ];
      };
      sale_terms: {
        Row: {
          cancellation: string | null;
          created_at: string;
          fingerprint: string;
          id: string;
          make_ups: number;
          max_age: number | null;
          min_age: number | null;
          offer_id: string;
          pause_days: number;
          pause_notice_days: number;
          pauses: number;
          refund_rules: NonNullable<Json>;
          sibling_credits: boolean;
        };
        Insert: {
          cancellation?: string | null;
          created_at?: string;
          fingerprint: string;
          id?: string;
          make_ups: number;
          max_age?: number | null;
          min_age?: number | null;
          offer_id: string;
          pause_days?: number;
          pause_notice_days?: number;
          pauses?: number;
          refund_rules: NonNullable<Json>;
          sibling_credits?: boolean;
        };
        Update: {
          cancellation?: string | null;
          created_at?: string;
          fingerprint?: string;
          id?: string;
          make_ups?: number;
          max_age?: number | null;
          min_age?: number | null;
          offer_id?: string;
          pause_days?: number;
          pause_notice_days?: number;
          pauses?: number;
          refund_rules?: NonNullable<Json>;
          sibling_credits?: boolean;
        };
        Relationships: [];
      };
      seasons: {
        Row: {
          created_at: string;
          first_day: string;
          id: string;
          last_day: string;
          name: string;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          first_day: string;
          id?: string;
          last_day: string;
          name: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          first_day?: string;
          id?: string;
          last_day?: string;
          name?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      session_templates: {
        Row: {
          active: boolean;
          class_type_id: string;
          coach_id: string | null;
          duration_minutes: number;
          id: string;
          location_id: string;
          max_capacity: number;
          season_id: string | null;
          session_time: string;
          weekday: number;
        };
        Insert: {
          active?: boolean;
          class_type_id: string;
          coach_id?: string | null;
          duration_minutes?: number;
          id?: string;
          location_id: string;
          max_capacity: number;
          season_id?: string | null;
          session_time: string;
          weekday: number;
        };
        Update: {
          active?: boolean;
          class_type_id?: string;
          coach_id?: string | null;
          duration_minutes?: number;
          id?: string;
          location_id?: string;
          max_capacity?: number;
          season_id?: string | null;
          session_time?: string;
          weekday?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'session_templates_class_type_id_fkey';
            columns: ['class_type_id'];
            isOneToOne: false;
            referencedRelation: 'class_types';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'session_templates_coach_id_fkey';
            columns: ['coach_id'];
            isOneToOne: false;
            referencedRelation: 'coaches';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'session_templates_location_id_fkey';
            columns: ['location_id'];
            isOneToOne: false;
            referencedRelation: 'locations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'session_templates_season_id_fkey';
            columns: ['season_id'];
            isOneToOne: false;
            referencedRelation: 'seasons';
            referencedColumns: ['id'];
          },
        ];
      };
      sessions: {
        Row: {
          added_spots: number;
          cancelled_by_us_at: string | null;
          cancelled_by_us_reason: string | null;
          class_type_id: string;
          coach_id: string | null;
          created_at: string;
          duration_minutes: number;
          ends_at: string;
          id: string;
          location_id: string;
          max_capacity: number;
          season_id: string | null;
          session_date: string;
          session_time: string;
          starts_at: string;
          status: string;
          updated_at: string;
        };
        Insert: {
          added_spots?: number;
          cancelled_by_us_at?: string | null;
          cancelled_by_us_reason?: string | null;
          class_type_id: string;
          coach_id?: string | null;
          created_at?: string;
          duration_minutes: number;
          ends_at?: never;
          id?: string;
          location_id: string;
          max_capacity: number;
          season_id?: string | null;
          session_date: string;
          session_time: string;
          starts_at?: never;
          status?: string;
          updated_at?: string;
        };
        Update: {
          added_spots?: number;
          cancelled_by_us_at?: string | null;
          cancelled_by_us_reason?: string | null;
          class_type_id?: string;
          coach_id?: string | null;
          created_at?: string;
          duration_minutes?: number;
          ends_at?: never;
          id?: string;
          location_id?: string;
          max_capacity?: number;
          season_id?: string | null;
          session_date?: string;
          session_time?: string;
          starts_at?: never;
          status?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'sessions_class_type_id_fkey';
            columns: ['class_type_id'];
            isOneToOne: false;
            referencedRelation: 'class_types';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sessions_coach_id_fkey';
            columns: ['coach_id'];
            isOneToOne: false;
            referencedRelation: 'coaches';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sessions_location_id_fkey';
            columns: ['location_id'];
            isOneToOne: false;
            referencedRelation: 'locations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sessions_season_id_fkey';
            columns: ['season_id'];
            isOneToOne: false;
            referencedRelation: 'seasons';
            referencedColumns: ['id'];
          },
        ];
      };
      settings: {
        Row: {
          address_header: string;
          address_salt: string;
          admin_discount_cents: number;
          admin_discount_percent: number;
          alert_blank_screens: number;
          alert_booking_failures_min: number;
          alert_booking_percent: number;
          alert_booking_seconds: number;
          alert_calm_minutes: number;
          alert_chore_seconds: number;
          alert_hold_seconds: number;
          alert_outbox_seconds: number;
          alert_returned_percent: number;
          alert_webhook_seconds: number;
          alerts_email: string | null;
          assistant_day_us_cents: number;
          assistant_visitor_us_cents: number;
          bounced_mails_email: string | null;
          business_admin_discount_cents: number;
          business_admin_discount_percent: number;
          camp_deposits: boolean;
          checkout_call_minutes: number;
          checkout_tail_minutes: number;
          checkout_total_minutes: number;
          children_max: number;
          coach_absences_email: string | null;
          coach_discount_cents: number;
          coach_discount_percent: number;
          coaches_sell: boolean;
          credit_return_hours: number;
          currency: string;
          dateless_refund_days: number;
          decisions_email: string | null;
          deposit_due_days: number;
          deposit_grace_days: number;
          deposit_instalments_max: number;
          deposit_min_cents: number;
          deposit_percent: number;
          deposits_lapse: boolean;
          details_request_mails_day_max: number;
          details_request_mails_hour_max: number;
          details_request_repeat_days: number;
          disputes_email: string | null;
          enquiries_email: string | null;
          first_aid_email: string | null;
          fresh_sign_in_minutes: number;
          goes_alone_from_age: number;
          growth_report_due_days: number;
          growth_report_write_days: number;
          gst_number: string | null;
          gst_rate_basis_points: number;
          guest_places_max: number;
          hand_over_mails_hour_max: number;
          hold_life_minutes: number;
          hold_minutes: number;
          hold_renewals_max: number;
          hold_total_minutes: number;
          holds_per_address_max: number;
          holds_per_network_place_max: number;
          holds_per_place_max: number;
          holds_remembered_minutes: number;
          id: boolean;
          legal_address: string | null;
          legal_name: string | null;
          maintenance: boolean;
          maintenance_sentence: string;
          maintenance_since: string | null;
          marketer_discount_cents: number;
          marketer_discount_percent: number;
          move_hours_before: number;
          name: string;
          offer_price_floor_percent: number;
          offer_price_jump_percent: number;
          offers_missing_max_percent: number;
          offers_snapshot_at: string;
          order_link_days: number;
          order_prefix: string;
          outbox_attempts_max: number;
          outbox_lease_minutes: number;
          outbox_per_second: number;
          phone_unreached_minutes: number;
          prices_email: string | null;
          product: string;
          queue_above_per_minute: number;
          queue_admits_per_minute: number;
          queue_enabled: boolean;
          rebuild_quiet_seconds: number;
          reconcile_batch_orders: number;
          referral_credit_cents: number;
          referrals_enabled: boolean;
          referrals_per_year_max: number;
          sales_stopped: boolean;
          sales_stopped_sentence: string;
          second_factor_roles: string[];
          slug: string;
          staff_email: string | null;
          staff_token_minutes: number;
          stranger_holds_percent: number;
          uen: string | null;
          updated_at: string;
          voucher_years: number | null;
          waitlist_confirm_hours: number;
          waitlist_ends_before_minutes: number;
          waitlist_offer_min_minutes: number;
          waitlist_offer_minutes: number;
          waitlist_quiet_from: string;
          waitlist_quiet_until: string;
          waitlist_remind_hours: number;
          waitlist_waking_minutes: number;
          waitlists_email: string | null;
          weekends_planned: number;
          weekly_summary: boolean;
          xero_account_code: string;
        };
        Insert: {
          address_header?: string;
          address_salt?: string;
          admin_discount_cents?: number;
          admin_discount_percent?: number;
          alert_blank_screens?: number;
          alert_booking_failures_min?: number;
          alert_booking_percent?: number;
          alert_booking_seconds?: number;
          alert_calm_minutes?: number;
          alert_chore_seconds?: number;
          alert_hold_seconds?: number;
          alert_outbox_seconds?: number;
          alert_returned_percent?: number;
          alert_webhook_seconds?: number;
          alerts_email?: string | null;
          assistant_day_us_cents?: number;
          assistant_visitor_us_cents?: number;
          bounced_mails_email?: string | null;
          business_admin_discount_cents?: number;
          business_admin_discount_percent?: number;
          camp_deposits?: boolean;
          checkout_call_minutes?: number;
          checkout_tail_minutes?: number;
          checkout_total_minutes?: number;
          children_max?: number;
          coach_absences_email?: string | null;
          coach_discount_cents?: number;
          coach_discount_percent?: number;
          coaches_sell?: boolean;
          credit_return_hours?: number;
          currency?: string;
          dateless_refund_days?: number;
          decisions_email?: string | null;
          deposit_due_days?: number;
          deposit_grace_days?: number;
          deposit_instalments_max?: number;
          deposit_min_cents?: number;
          deposit_percent?: number;
          deposits_lapse?: boolean;
          details_request_mails_day_max?: number;
          details_request_mails_hour_max?: number;
          details_request_repeat_days?: number;
          disputes_email?: string | null;
          enquiries_email?: string | null;
          first_aid_email?: string | null;
          fresh_sign_in_minutes?: number;
          goes_alone_from_age?: number;
          growth_report_due_days?: number;
          growth_report_write_days?: number;
          gst_number?: string | null;
          gst_rate_basis_points?: number;
          guest_places_max?: number;
          hand_over_mails_hour_max?: number;
          hold_life_minutes?: number;
          hold_minutes?: number;
          hold_renewals_max?: number;
          hold_total_minutes?: number;
          holds_per_address_max?: number;
          holds_per_network_place_max?: number;
          holds_per_place_max?: number;
          holds_remembered_minutes?: number;
          id?: boolean;
          legal_address?: string | null;
          legal_name?: string | null;
          maintenance?: boolean;
          maintenance_sentence?: string;
          maintenance_since?: string | null;
          marketer_discount_cents?: number;
          marketer_discount_percent?: number;
          move_hours_before?: number;
          name: string;
          offer_price_floor_percent?: number;
          offer_price_jump_percent?: number;
          offers_missing_max_percent?: number;
          offers_snapshot_at?: string;
          order_link_days?: number;
          order_prefix: string;
          outbox_attempts_max?: number;
          outbox_lease_minutes?: number;
          outbox_per_second?: number;
          phone_unreached_minutes?: number;
          prices_email?: string | null;
          product: string;
          queue_above_per_minute?: number;
          queue_admits_per_minute?: number;
          queue_enabled?: boolean;
          rebuild_quiet_seconds?: number;
          reconcile_batch_orders?: number;
          referral_credit_cents?: number;
          referrals_enabled?: boolean;
          referrals_per_year_max?: number;
          sales_stopped?: boolean;
          sales_stopped_sentence?: string;
          second_factor_roles?: string[];
          slug: string;
          staff_email?: string | null;
          staff_token_minutes?: number;
          stranger_holds_percent?: number;
          uen?: string | null;
          updated_at?: string;
          voucher_years?: number | null;
          waitlist_confirm_hours?: number;
          waitlist_ends_before_minutes?: number;
          waitlist_offer_min_minutes?: number;
          waitlist_offer_minutes?: number;
          waitlist_quiet_from?: string;
          waitlist_quiet_until?: string;
          waitlist_remind_hours?: number;
          waitlist_waking_minutes?: number;
          waitlists_email?: string | null;
          weekends_planned?: number;
          weekly_summary?: boolean;
          xero_account_code?: string;
        };
        Update: {
          address_header?: string;
          address_salt?: string;
          admin_discount_cents?: number;
          admin_discount_percent?: number;
          alert_blank_screens?: number;
          alert_booking_failures_min?: number;
          alert_booking_percent?: number;
          alert_booking_seconds?: number;
          alert_calm_minutes?: number;
          alert_chore_seconds?: number;
          alert_hold_seconds?: number;
          alert_outbox_seconds?: number;
          alert_returned_percent?: number;
          alert_webhook_seconds?: number;
          alerts_email?: string | null;
          assistant_day_us_cents?: number;
          assistant_visitor_us_cents?: number;
          bounced_mails_email?: string | null;
          business_admin_discount_cents?: number;
          business_admin_discount_percent?: number;
          camp_deposits?: boolean;
          checkout_call_minutes?: number;
          checkout_tail_minutes?: number;
          checkout_total_minutes?: number;
          children_max?: number;
          coach_absences_email?: string | null;
          coach_discount_cents?: number;
          coach_discount_percent?: number;
          coaches_sell?: boolean;
          credit_return_hours?: number;
          currency?: string;
          dateless_refund_days?: number;
          decisions_email?: string | null;
          deposit_due_days?: number;
          deposit_grace_days?: number;
          deposit_instalments_max?: number;
          deposit_min_cents?: number;
          deposit_percent?: number;
          deposits_lapse?: boolean;
          details_request_mails_day_max?: number;
          details_request_mails_hour_max?: number;
          details_request_repeat_days?: number;
          disputes_email?: string | null;
          enquiries_email?: string | null;
          first_aid_email?: string | null;
          fresh_sign_in_minutes?: number;
          goes_alone_from_age?: number;
          growth_report_due_days?: number;
          growth_report_write_days?: number;
          gst_number?: string | null;
          gst_rate_basis_points?: number;
          guest_places_max?: number;
          hand_over_mails_hour_max?: number;
          hold_life_minutes?: number;
          hold_minutes?: number;
          hold_renewals_max?: number;
          hold_total_minutes?: number;
          holds_per_address_max?: number;
          holds_per_network_place_max?: number;
          holds_per_place_max?: number;
          holds_remembered_minutes?: number;
          id?: boolean;
          legal_address?: string | null;
          legal_name?: string | null;
          maintenance?: boolean;
          maintenance_sentence?: string;
          maintenance_since?: string | null;
          marketer_discount_cents?: number;
          marketer_discount_percent?: number;
          move_hours_before?: number;
          name?: string;
          offer_price_floor_percent?: number;
          offer_price_jump_percent?: number;
          offers_missing_max_percent?: number;
          offers_snapshot_at?: string;
          order_link_days?: number;
          order_prefix?: string;
          outbox_attempts_max?: number;
          outbox_lease_minutes?: number;
          outbox_per_second?: number;
          phone_unreached_minutes?: number;
          prices_email?: string | null;
          product?: string;
          queue_above_per_minute?: number;
          queue_admits_per_minute?: number;
          queue_enabled?: boolean;
          rebuild_quiet_seconds?: number;
          reconcile_batch_orders?: number;
          referral_credit_cents?: number;
          referrals_enabled?: boolean;
          referrals_per_year_max?: number;
          sales_stopped?: boolean;
          sales_stopped_sentence?: string;
          second_factor_roles?: string[];
          slug?: string;
          staff_email?: string | null;
          staff_token_minutes?: number;
          stranger_holds_percent?: number;
          uen?: string | null;
          updated_at?: string;
          voucher_years?: number | null;
          waitlist_confirm_hours?: number;
          waitlist_ends_before_minutes?: number;
          waitlist_offer_min_minutes?: number;
          waitlist_offer_minutes?: number;
          waitlist_quiet_from?: string;
          waitlist_quiet_until?: string;
          waitlist_remind_hours?: number;
          waitlist_waking_minutes?: number;
          waitlists_email?: string | null;
          weekends_planned?: number;
          weekly_summary?: boolean;
          xero_account_code?: string;
        };
        Relationships: [];
      };
      site_builds: {
        Row: {
          build: string;
          finished_at: string | null;
          id: number;
          reason: string | null;
          site_url: string | null;
          started_at: string;
          state: string;
        };
        Insert: {
          build: string;
          finished_at?: string | null;
          id?: never;
          reason?: string | null;
          site_url?: string | null;
          started_at?: string;
          state: string;
        };
        Update: {
          build?: string;
          finished_at?: string | null;
          id?: never;
          reason?: string | null;
          site_url?: string | null;
          started_at?: string;
          state?: string;
        };
        Relationships: [];
      };
      site_documents: {
        Row: {
          document_id: string;
          pages: string[];
          revision: string;
        };
        Insert: {
          document_id: string;
          pages: string[];
          revision: string;
        };
        Update: {
          document_id?: string;
          pages?: string[];
          revision?: string;
        };
        Relationships: [];
      };
      source_maps: {
        Row: {
          digest: string;
          file: string;
          map: string | null;
          release: string;
          seen_at: string;
        };
        Insert: {
          digest: string;
          file: string;
          map?: string | null;
          release: string;
          seen_at?: string;
        };
        Update: {
          digest?: string;
          file?: string;
          map?: string | null;
          release?: string;
          seen_at?: string;
        };
        Relationships: [];
      };
      spot_reservations: {
        Row: {
          child_age: number | null;
          child_name: string;
          created_at: string;
          id: string;
          lead_id: string;
          parent_name: string;
          session_preference: string;
          whatsapp: string;
        };
        Insert: {
          child_age?: number | null;
          child_name?: string;
          created_at?: string;
          id?: string;
          lead_id: string;
          parent_name: string;
          session_preference?: string;
          whatsapp: string;
        };
        Update: {
          child_age?: number | null;
          child_name?: string;
          created_at?: string;
          id?: string;
          lead_id?: string;
          parent_name?: string;
          session_preference?: string;
          whatsapp?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'spot_reservations_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: true;
            referencedRelation: 'leads';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'spot_reservations_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: true;
            referencedRelation: 'open_birthday_enquiries';
            referencedColumns: ['lead_id'];
          },
        ];
      };
      staff_invitations: {
        Row: {
          accepted_at: string | null;
          coach_id: string | null;
          created_at: string;
          email: string;
          expires_at: string;
          id: string;
          invited_by: string | null;
          name: string;
          revoked_at: string | null;
          role: Database['public']['Enums']['app_role'];
          token_hash: string;
        };
        Insert: {
          accepted_at?: string | null;
          coach_id?: string | null;
          created_at?: string;
          email: string;
          expires_at: string;
          id?: string;
          invited_by?: string | null;
          name: string;
          revoked_at?: string | null;
          role: Database['public']['Enums']['app_role'];
          token_hash: string;
        };
        Update: {
          accepted_at?: string | null;
          coach_id?: string | null;
          created_at?: string;
          email?: string;
          expires_at?: string;
          id?: string;
          invited_by?: string | null;
          name?: string;
          revoked_at?: string | null;
          role?: Database['public']['Enums']['app_role'];
          token_hash?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'staff_invitations_coach_id_fkey';
            columns: ['coach_id'];
            isOneToOne: false;
            referencedRelation: 'coaches';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'staff_invitations_invited_by_fkey';
            columns: ['invited_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      sweep_problems: {
        Row: {
          created_at: string;
          id: string;
          problem: string;
          subject: string;
          sweep: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          problem: string;
          subject: string;
          sweep: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          problem?: string;
          subject?: string;
          sweep?: string;
        };
        Relationships: [];
      };
      sweeps: {
        Row: {
          created_at: string;
          done_at: string | null;
          name: string;
          position: string | null;
        };
        Insert: {
          created_at?: string;
          done_at?: string | null;
          name: string;
          position?: string | null;
        };
        Update: {
          created_at?: string;
          done_at?: string | null;
          name?: string;
          position?: string | null;
        };
        Relationships: [];
      };
      system_logs: {
        Row: {
          component: string;
          created_at: string;
          details: NonNullable<Json>;
          id: number;
          level: string;
          message: string;
          request_id: string | null;
        };
        Insert: {
          component: string;
          created_at?: string;
          details?: NonNullable<Json>;
          id?: never;
          level?: string;
          message: string;
          request_id?: string | null;
        };
        Update: {
          component?: string;
          created_at?: string;
          details?: NonNullable<Json>;
          id?: never;
          level?: string;
          message?: string;
          request_id?: string | null;
        };
        Relationships: [];
      };
      tasks: {
        Row: {
          camp_id: string | null;
          child_id: string | null;
          created_at: string;
          created_by: string | null;
          decision_id: string | null;
          decision_kind: string | null;
          decision_since: string | null;
          done_at: string | null;
          done_by: string | null;
          due_on: string | null;
          email: string | null;
          family_id: string | null;
          id: string;
          kind: string;
          lead_id: string | null;
          note: string | null;
          order_id: string | null;
          owner_id: string | null;
          session_id: string | null;
          sort_day: string;
          title: string | null;
          version: number;
        };
        Insert: {
          camp_id?: string | null;
          child_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          decision_id?: string | null;
          decision_kind?: string | null;
          decision_since?: string | null;
          done_at?: string | null;
          done_by?: string | null;
          due_on?: string | null;
          email?: string | null;
          family_id?: string | null;
          id: string;
          kind: string;
          lead_id?: string | null;
          note?: string | null;
          order_id?: string | null;
          owner_id?: string | null;
          session_id?: string | null;
          sort_day?: never;
          title?: string | null;
          version?: number;
        };
        Update: {
          camp_id?: string | null;
          child_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          decision_id?: string | null;
          decision_kind?: string | null;
          decision_since?: string | null;
          done_at?: string | null;
          done_by?: string | null;
          due_on?: string | null;
          email?: string | null;
          family_id?: string | null;
          id?: string;
          kind?: string;
          lead_id?: string | null;
          note?: string | null;
          order_id?: string | null;
          owner_id?: string | null;
          session_id?: string | null;
          sort_day?: never;
          title?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'tasks_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camp_weeks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'tasks_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camps';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'tasks_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'tasks_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'tasks_done_by_fkey';
            columns: ['done_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'tasks_email_fkey';
            columns: ['email'];
            isOneToOne: true;
            referencedRelation: 'bounced_addresses';
            referencedColumns: ['email'];
          },
          {
            foreignKeyName: 'tasks_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'tasks_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: true;
            referencedRelation: 'leads';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'tasks_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: true;
            referencedRelation: 'open_birthday_enquiries';
            referencedColumns: ['lead_id'];
          },
          {
            foreignKeyName: 'tasks_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'tasks_owner_id_fkey';
            columns: ['owner_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'tasks_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
        ];
      };
      teams: {
        Row: {
          id: string;
          max_age: number;
          max_level: number;
          min_age: number;
          min_level: number;
          name: string;
          updated_at: string;
        };
        Insert: {
          id: string;
          max_age: number;
          max_level: number;
          min_age: number;
          min_level: number;
          name: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          max_age?: number;
          max_level?: number;
          min_age?: number;
          min_level?: number;
          name?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      trial_claims: {
        Row: {
          claim: string;
          created_at: string;
          order_id: string;
          order_line_id: string;
        };
        Insert: {
          claim: string;
          created_at?: string;
          order_id: string;
          order_line_id: string;
        };
        Update: {
          claim?: string;
          created_at?: string;
          order_id?: string;
          order_line_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'trial_claims_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'trial_claims_order_line_id_fkey';
            columns: ['order_line_id'];
            isOneToOne: false;
            referencedRelation: 'order_lines';
            referencedColumns: ['id'];
          },
        ];
      };
      user_roles: {
        Row: {
          created_at: string;
          role: Database['public']['Enums']['app_role'];
          user_id: string;
          needs_second_factor: boolean | null;
        };
        Insert: {
          created_at?: string;
          role: Database['public']['Enums']['app_role'];
          user_id: string;
        };
        Update: {
          created_at?: string;
          role?: Database['public']['Enums']['app_role'];
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'user_roles_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      waitlist_children: {
        Row: {
          child_id: string | null;
          dob: string | null;
          entry_id: string;
          is_friend: boolean;
          name: string | null;
          position: number;
          search_text: string;
        };
        Insert: {
          child_id?: string | null;
          dob?: string | null;
          entry_id: string;
          is_friend?: boolean;
          name?: string | null;
          position: number;
          search_text?: never;
        };
        Update: {
          child_id?: string | null;
          dob?: string | null;
          entry_id?: string;
          is_friend?: boolean;
          name?: string | null;
          position?: number;
          search_text?: never;
        };
        Relationships: [
          {
            foreignKeyName: 'waitlist_children_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'waitlist_children_entry_id_fkey';
            columns: ['entry_id'];
            isOneToOne: false;
            referencedRelation: 'waitlist_entries';
            referencedColumns: ['id'];
          },
        ];
      };
      waitlist_entries: {
        Row: {
          camp_id: string | null;
          family_id: string | null;
          id: string;
          joined_at: string;
          offer_id: string | null;
          parent_email: string | null;
          parent_name: string | null;
          parent_phone: string | null;
          places: number;
          search_text: string;
          secret: string;
          session_id: string | null;
          status: string;
          updated_at: string;
        };
        Insert: {
          camp_id?: string | null;
          family_id?: string | null;
          id?: string;
          joined_at?: string;
          offer_id?: string | null;
          parent_email?: string | null;
          parent_name?: string | null;
          parent_phone?: string | null;
          places: number;
          search_text?: never;
          secret?: string;
          session_id?: string | null;
          status?: string;
          updated_at?: string;
        };
        Update: {
          camp_id?: string | null;
          family_id?: string | null;
          id?: string;
          joined_at?: string;
          offer_id?: string | null;
          parent_email?: string | null;
          parent_name?: string | null;
          parent_phone?: string | null;
          places?: number;
          search_text?: never;
          secret?: string;
          session_id?: string | null;
          status?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'waitlist_entries_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camp_weeks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'waitlist_entries_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camps';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'waitlist_entries_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'waitlist_entries_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: false;
            referencedRelation: 'current_offers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'waitlist_entries_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: false;
            referencedRelation: 'offers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'waitlist_entries_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
        ];
      };
      waitlist_offers: {
        Row: {
          camp_id: string | null;
          created_at: string;
          entry_id: string;
          expires_at: string;
          id: string;
          offered_by: string | null;
          order_id: string | null;
          places: number;
          positions: number[];
          session_id: string | null;
          status: string;
        };
        Insert: {
          camp_id?: string | null;
          created_at?: string;
          entry_id: string;
          expires_at: string;
          id?: string;
          offered_by?: string | null;
          order_id?: string | null;
          places: number;
          positions: number[];
          session_id?: string | null;
          status?: string;
        };
        Update: {
          camp_id?: string | null;
          created_at?: string;
          entry_id?: string;
          expires_at?: string;
          id?: string;
          offered_by?: string | null;
          order_id?: string | null;
          places?: number;
          positions?: number[];
          session_id?: string | null;
          status?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'waitlist_offers_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camp_weeks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'waitlist_offers_camp_id_fkey';
            columns: ['camp_id'];
            isOneToOne: false;
            referencedRelation: 'camps';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'waitlist_offers_entry_id_fkey';
            columns: ['entry_id'];
            isOneToOne: false;
            referencedRelation: 'waitlist_entries';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'waitlist_offers_offered_by_fkey';
            columns: ['offered_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'waitlist_offers_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'waitlist_offers_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
        ];
      };
      webhook_deliveries: {
        Row: {
          attempts: number;
          created_at: string;
          data: NonNullable<Json>;
          delivered_at: string | null;
          endpoint_id: string;
          event_id: string;
          failed_at: string | null;
          id: string;
          last_error: string | null;
          last_status: number | null;
          next_at: string;
          type: string;
        };
        Insert: {
          attempts?: number;
          created_at?: string;
          data: NonNullable<Json>;
          delivered_at?: string | null;
          endpoint_id: string;
          event_id: string;
          failed_at?: string | null;
          id?: string;
          last_error?: string | null;
          last_status?: number | null;
          next_at?: string;
          type: string;
        };
        Update: {
          attempts?: number;
          created_at?: string;
          data?: NonNullable<Json>;
          delivered_at?: string | null;
          endpoint_id?: string;
          event_id?: string;
          failed_at?: string | null;
          id?: string;
          last_error?: string | null;
          last_status?: number | null;
          next_at?: string;
          type?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'webhook_deliveries_endpoint_id_fkey';
            columns: ['endpoint_id'];
            isOneToOne: false;
            referencedRelation: 'webhook_endpoints';
            referencedColumns: ['id'];
          },
        ];
      };
      webhook_endpoints: {
        Row: {
          created_at: string;
          disabled_at: string | null;
          disabled_because: string | null;
          failing_since: string | null;
          former_secret: string | null;
          former_until: string | null;
          id: string;
          made_by: string | null;
          secret: string;
          types: string[];
          url: string;
        };
        Insert: {
          created_at?: string;
          disabled_at?: string | null;
          disabled_because?: string | null;
          failing_since?: string | null;
          former_secret?: string | null;
          former_until?: string | null;
          id?: string;
          made_by?: string | null;
          secret: string;
          types: string[];
          url: string;
        };
        Update: {
          created_at?: string;
          disabled_at?: string | null;
          disabled_because?: string | null;
          failing_since?: string | null;
          former_secret?: string | null;
          former_until?: string | null;
          id?: string;
          made_by?: string | null;
          secret?: string;
          types?: string[];
          url?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'webhook_endpoints_made_by_fkey';
            columns: ['made_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Views: {
      camps: {
        Row: {
          base: string | null;
          cancelled_at: string | null;
          capacity: number | null;
          current_enrollments: number | null;
          days: number | null;
          end_date: string | null;
          extended_day: boolean | null;
          extended_time_end: string | null;
          extended_time_start: string | null;
          id: string | null;
          is_active: boolean | null;
          location: string | null;
          location_id: string | null;
          max_age: number | null;
          min_age: number | null;
          name: string | null;
          price: number | null;
          price_cents: number | null;
          rung_id: string | null;
          rung_places_left: number | null;
          session_time_end: string | null;
          session_time_start: string | null;
          start_date: string | null;
          team_type: string | null;
          team_types: string[] | null;
          tier: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'camp_weeks_location_id_fkey';
            columns: ['location_id'];
            isOneToOne: false;
            referencedRelation: 'locations';
            referencedColumns: ['id'];
          },
        ];
      };
      current_consents: {
        Row: {
          child_id: string | null;
          created_at: string | null;
          family_id: string | null;
          given: boolean | null;
          id: number | null;
          purpose: Database['public']['Enums']['consent_purpose'] | null;
          recorded_by: string | null;
          source: string | null;
          user_id: string | null;
          version: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'consents_child_id_fkey';
            columns: ['child_id'];
            isOneToOne: false;
            referencedRelation: 'children';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'consents_family_id_fkey';
            columns: ['family_id'];
            isOneToOne: false;
            referencedRelation: 'families';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'consents_purpose_version_fkey';
            columns: ['purpose', 'version'];
            isOneToOne: false;
            referencedRelation: 'consent_texts';
            referencedColumns: ['purpose', 'version'];
          },
        ];
      };
      current_offers: {
        Row: {
          cancellation: string | null;
          currency: string | null;
          details: Json | null;
          id: string | null;
          kind: string | null;
          price_cents: number | null;
          title: string | null;
        };
        Relationships: [];
      };
      open_birthday_enquiries: {
        Row: {
          auto_delete_at: string | null;
          child_age: number | null;
          email: string | null;
          enquired_at: string | null;
          guests: number | null;
          lead_id: string | null;
          message: string | null;
          name: string | null;
          offer_id: string | null;
          package: string | null;
          phone: string | null;
          preferred_date: string | null;
          status: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'birthday_enquiries_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: false;
            referencedRelation: 'current_offers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'birthday_enquiries_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: false;
            referencedRelation: 'offers';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Functions: {
      accept_invitation: { Args: { p_token: string }; Returns: Json };
      accept_proposal: { Args: { p_id: string }; Returns: Json };
      accept_proposals: { Args: { p_ids: string[] }; Returns: Json };
      accept_staff_invitation: { Args: { p_token: string }; Returns: Json };
      add_child: {
        Args: {
          p_allows_age: boolean;
          p_child_id: string;
          p_expected_capacity: number;
          p_note_id: string;
          p_place_id: string;
          p_reason: string;
          p_way: string;
        };
        Returns: Json;
      };
      add_picture: { Args: { p_picture: Json; p_user_id: string }; Returns: Json };
      add_places: {
        Args: { p_expected: number; p_expected_offers?: string[]; p_place_id: string; p_places: number };
        Returns: Json;
      };
      add_places_for: {
        Args: { p_entry_id: string; p_expected: string; p_expected_capacity: number };
        Returns: Json;
      };
      agree_team: { Args: { p_agreed?: boolean; p_child_id: string; p_team: string }; Returns: Json };
      approve_price: { Args: { p_id: string; p_seen: string }; Returns: Json };
      ask_child_details: { Args: { p_child_id: string; p_place_id: string }; Returns: Json };
      ask_family_details: { Args: { p_child_id: string }; Returns: Json };
      assign_coach: {
        Args: {
          p_coach_id: string;
          p_leads?: boolean;
          p_notice?: Json;
          p_place_id: string;
          p_reason?: string;
        };
        Returns: Json;
      };
      begin_factor_reset: { Args: { p_user_id: string }; Returns: Json };
      begin_renewal: { Args: { p_event: Json }; Returns: Json };
      block_collector: { Args: { p_child_id?: string; p_name: string; p_note?: string }; Returns: Json };
      book_pass_session: { Args: { p_access: Json; p_line_id: string; p_session_id: string }; Returns: Json };
      book_session: { Args: { p_child_id: string; p_pass_id?: string; p_session_id: string }; Returns: Json };
      book_sessions: { Args: { p_bookings: Json }; Returns: Json };
      call_api: { Args: { p_key: string; p_query: Json; p_resource: string }; Returns: Json };
      cancel_at_period_end: { Args: { p_cancel?: boolean; p_subscription_id: string }; Returns: Json };
      cancel_booking: { Args: { p_booking_id: string; p_expected_return?: boolean }; Returns: Json };
      cancel_by_staff: {
        Args: { p_expected: Json; p_place_ids: string[]; p_reason: string; p_refunds: boolean };
        Returns: Json;
      };
      cancel_camp_days: {
        Args: {
          p_camp_id: string;
          p_days: string[];
          p_expected: Json;
          p_instead?: string;
          p_money: string;
          p_reason: string;
        };
        Returns: Json;
      };
      cancel_lines: {
        Args: {
          p_access: Json;
          p_expected_ends_renewal?: boolean;
          p_expected_refund_cents: number;
          p_line_ids: string[];
        };
        Returns: Json;
      };
      cancel_party: { Args: { p_notify?: boolean; p_party_id: string }; Returns: Json };
      cancel_pass_session: {
        Args: { p_access: Json; p_booking_id: string; p_expected_return: boolean; p_line_id: string };
        Returns: Json;
      };
      cancel_voucher: { Args: { p_note: string; p_voucher_id: string }; Returns: Json };
      change_balance: {
        Args: {
          p_cents: number;
          p_expected_cents: number;
          p_family_id: string;
          p_key: string;
          p_method?: string;
          p_note: string;
        };
        Returns: Json;
      };
      change_coaches: { Args: { p_items: Json; p_reason?: string }; Returns: Json };
      check_alerts: { Args: Record<PropertyKey, never>; Returns: Json };
      check_caller: { Args: { p_endpoint: string; p_headers: Json }; Returns: Json };
      check_fresh_sign_in: { Args: Record<PropertyKey, never>; Returns: Json };
      check_order_secret: { Args: { p_headers: Json; p_secret: string }; Returns: Json };
      check_pass_eligibility: {
        Args: { p_child_id?: string; p_offer_id?: string; p_pass_type?: string };
        Returns: Json;
      };
      check_pickup_code: { Args: { p_child_id: string; p_code: string }; Returns: Json };
      check_published_tiers: {
        Args: Record<PropertyKey, never>;
        Returns: {
          camp_id: string;
          details: Json;
          problem: string;
          tier: string;
        }[];
      };
      check_rate: { Args: { p_key: string; p_limit: number; p_window_seconds: number }; Returns: Json };
      choose_late: { Args: { p_access: Json; p_choice: Json }; Returns: Json };
      claim_chore: { Args: { p_lease_seconds: number; p_name: string }; Returns: Json };
      claim_conversions: { Args: { p_limit: number }; Returns: Json };
      claim_fix: { Args: { p_cause: string; p_headers: Json }; Returns: Json };
      claim_make_up: { Args: { p_booking_id: string }; Returns: Json };
      claim_model_answer: {
        Args: { p_headers: Json; p_input: number; p_model: string; p_output: number; p_question: string };
        Returns: Json;
      };
      claim_outbox: { Args: { p_limit: number }; Returns: Json };
      claim_phone_messages: { Args: { p_channels: Json; p_limit: number }; Returns: Json };
      claim_publication_build: { Args: Record<PropertyKey, never>; Returns: number };
      claim_rebuild: { Args: Record<PropertyKey, never>; Returns: Json };
      claim_refunds: { Args: { p_limit: number }; Returns: Json };
      claim_sweep: { Args: { p_name: string }; Returns: Json };
      claim_webhook_deliveries: { Args: Record<PropertyKey, never>; Returns: Json };
      close_desk_day: { Args: { p_close: Json }; Returns: Json };
      close_instalment_session: { Args: { p_session_id: string }; Returns: undefined };
      compare_revisions: { Args: { p_documents: Json; p_snapshot_at: string }; Returns: Json };
      confirm_order: { Args: { p_event: Json }; Returns: Json };
      confirm_paynow_sale: {
        Args: { p_has_split?: boolean; p_order_id: string; p_reference: string };
        Returns: Json;
      };
      confirm_waitlist_entry: { Args: { p_secret: string; p_token: string }; Returns: Json };
      copy_season: { Args: { p_season: Json; p_season_id: string }; Returns: Json };
      copy_week: { Args: { p_from: string; p_to: string }; Returns: Json };
      correct_coach: {
        Args: { p_from: string; p_place_id: string; p_reason: string; p_to: string };
        Returns: Json;
      };
      correct_details: {
        Args: { p_fields: Json; p_id: string; p_kind: string; p_note_id: string; p_reason: string };
        Returns: Json;
      };
      correct_emergency_contact: {
        Args: {
          p_contact: Json;
          p_contact_id: string;
          p_is_first: boolean;
          p_note_id: string;
          p_reason: string;
        };
        Returns: Json;
      };
      count_message: { Args: { p_audience: Json; p_kind: string }; Returns: Json };
      count_question: { Args: { p_outcome: string; p_page?: string; p_question: string }; Returns: Json };
      create_api_key: { Args: { p_days: number; p_name: string; p_scopes: string[] }; Returns: Json };
      create_camp: { Args: { p_camp: Json }; Returns: string };
      create_party: { Args: { p_party: Json }; Returns: Json };
      create_webhook: { Args: { p_types: string[]; p_url: string }; Returns: Json };
      credits_remaining: {
        Args: { profile: Database['public']['Tables']['profiles']['Row'] };
        Returns: number;
      };
      deactivate_coach: { Args: { p_coach_id: string; p_handover?: Json }; Returns: Json };
      decide_referral: { Args: { p_gives: boolean; p_referral_id: string }; Returns: Json };
      decline_proposal: { Args: { p_id: string }; Returns: Json };
      decline_waitlist_offer: { Args: { p_secret: string }; Returns: Json };
      delete_camp_review: { Args: { p_camp_id: string }; Returns: Json };
      delete_picture: { Args: { p_id: string; p_is_deleted?: boolean }; Returns: Json };
      delete_webhook: { Args: { p_id: string }; Returns: Json };
      drop_old_counters: { Args: Record<PropertyKey, never>; Returns: Json };
      end_order_links: { Args: { p_order_id: string }; Returns: Json };
      end_pause: { Args: { p_pause_id: string }; Returns: Json };
      end_promotion_code: { Args: { p_ended?: boolean; p_promotion_id: string }; Returns: Json };
      end_rebuild_claim: { Args: { p_claim: number; p_is_accepted: boolean }; Returns: undefined };
      end_staff_sessions: { Args: { p_user_id: string }; Returns: Json };
      end_subscription: { Args: { p_subscription_id: string }; Returns: Json };
      enhanced_rate_limit_check: { Args: { p_endpoint: string }; Returns: boolean };
      enquire_birthday: { Args: { p_enquiry: Json }; Returns: Json };
      enquire_from_page: { Args: { p_enquiry: Json }; Returns: Json };
      ensure_next_weekend_funstart_sessions: { Args: Record<PropertyKey, never>; Returns: number };
      enter_admin_access: { Args: { p_attempt: string }; Returns: Json };
      erase_family: { Args: { p_accept_loss?: boolean; p_family_id?: string }; Returns: Json };
      export_data: { Args: { p_after: string; p_limit: number; p_topic: string }; Returns: Json };
      export_family: { Args: { p_family_id?: string }; Returns: Json };
      finalize_order: {
        Args: {
          p_by_link?: boolean;
          p_details: Json;
          p_expected_total_cents: number;
          p_pay?: Json;
          p_secret: string;
        };
        Returns: Json;
      };
      find_desk_families: { Args: { p_search: string }; Returns: Json };
      find_my_order: { Args: { p_session_id: string }; Returns: Json };
      find_pass_sessions: { Args: { p_access: Json; p_line_id: string }; Returns: Json };
      find_picture_children: { Args: { p_search: string }; Returns: Json };
      find_renewal: { Args: { p_access: Json }; Returns: Json };
      finish_camp_photo: {
        Args: {
          p_bytes: number;
          p_height: number;
          p_path: string;
          p_photo_id: string;
          p_small_bytes: number;
          p_width: number;
        };
        Returns: Json;
      };
      finish_chore: { Args: { p_claim: string; p_ms: number; p_name: string; p_ok: boolean }; Returns: Json };
      finish_conversion: { Args: { p_error: string; p_event_id: string; p_final?: boolean }; Returns: Json };
      finish_handovers: { Args: Record<PropertyKey, never>; Returns: Json };
      finish_outbox: { Args: { p_error: string; p_id: string; p_wait_seconds?: number }; Returns: Json };
      finish_phone_message: {
        Args: { p_failure?: Json; p_id: string; p_provider_id: string; p_wait_seconds?: number };
        Returns: Json;
      };
      finish_refund: {
        Args: { p_error?: string; p_id: string; p_provider_id: string; p_status: string };
        Returns: Json;
      };
      finish_webhook_delivery: { Args: { p_error: string; p_id: string; p_status: number }; Returns: Json };
      forget_dropped_photos: { Args: { p_paths: Json }; Returns: Json };
      get_accounting_documents: { Args: { p_from: string; p_until: string }; Returns: Json };
      get_assistant_facts: { Args: { p_part: string }; Returns: Json };
      get_balance: { Args: { p_family_id?: string }; Returns: Json };
      get_base_use: { Args: { p_slug: string }; Returns: Json };
      get_camp_photo_counts: { Args: { p_day: string }; Returns: Json };
      get_camp_prices: {
        Args: Record<PropertyKey, never>;
        Returns: {
          camp_id: string;
          fill: number;
          price_cents: number;
          rung_id: string;
          rung_places_left: number;
          spots_left: number;
        }[];
      };
      get_camp_reports: { Args: { p_camp_id: string }; Returns: Json };
      get_camp_review: { Args: { p_review_id: string }; Returns: Json };
      get_child_details: { Args: { p_child_id: string }; Returns: Json };
      get_child_first_aid: { Args: { p_child_id: string }; Returns: Json };
      get_child_photos: { Args: { p_child_ids: Json }; Returns: Json };
      get_chores_status: { Args: Record<PropertyKey, never>; Returns: Json };
      get_class_attendance: { Args: { p_session_id: string; p_weeks?: number }; Returns: Json };
      get_coach_calendar_link: { Args: Record<PropertyKey, never>; Returns: Json };
      get_coach_duties: { Args: { p_to?: string; p_user_id: string }; Returns: Json };
      get_coach_week: { Args: { p_coach_id?: string; p_monday?: string }; Returns: Json };
      get_collection_rules: { Args: Record<PropertyKey, never>; Returns: Json };
      get_desk_access: { Args: Record<PropertyKey, never>; Returns: Json };
      get_desk_close: { Args: { p_close_id: string }; Returns: Json };
      get_desk_day: { Args: { p_day?: string }; Returns: Json };
      get_error_report: { Args: { p_report_id: string }; Returns: Json };
      get_family_camp_photos: { Args: { p_child_id: string }; Returns: Json };
      get_family_channels: { Args: { p_family_id: string }; Returns: Json };
      get_family_chats: {
        Args: { p_after?: string; p_message_id?: string; p_place_ids?: string[] };
        Returns: Json;
      };
      get_family_children_with_credits: {
        Args: { family: string };
        Returns: {
          active_passes: number;
          age: number;
          credits_remaining: number;
          current_level: number;
          dob: string;
          gender: string;
          has_upcoming_bookings: boolean;
          id: string;
          name: string;
          quiz_completed: boolean;
          recent_bookings_count: number;
          upcoming_bookings: number;
        }[];
      };
      get_family_contacts: { Args: { p_family_id: string }; Returns: Json };
      get_family_dashboard: { Args: Record<PropertyKey, never>; Returns: Json };
      get_family_first_aid: { Args: Record<PropertyKey, never>; Returns: Json };
      get_family_growth_reports: { Args: Record<PropertyKey, never>; Returns: Json };
      get_family_orders: { Args: { p_before?: string; p_limit?: number }; Returns: Json };
      get_family_page: { Args: { p_family_id: string }; Returns: Json };
      get_family_reviews: { Args: Record<PropertyKey, never>; Returns: Json };
      get_kitchen_list: {
        Args: { p_day: string; p_location_id?: string; p_with_classes?: boolean };
        Returns: Json;
      };
      get_lead: { Args: { p_lead_id: string }; Returns: Json };
      get_location_viewers: {
        Args: Record<PropertyKey, never>;
        Returns: {
          location: string;
          viewers: number;
        }[];
      };
      get_mail_wordings: { Args: { p_ids: Json }; Returns: Json };
      get_managed_order: { Args: { p_access: Json }; Returns: Json };
      get_management_today: { Args: Record<PropertyKey, never>; Returns: Json };
      get_message: { Args: { p_id: string }; Returns: Json };
      get_message_audiences: { Args: Record<PropertyKey, never>; Returns: Json };
      get_message_channels: { Args: Record<PropertyKey, never>; Returns: Json };
      get_my_hours: { Args: { p_from: string; p_until: string }; Returns: Json };
      get_my_waitlist: { Args: Record<PropertyKey, never>; Returns: Json };
      get_offer_use: { Args: { p_document_id: string; p_kind?: string; p_sessions?: number }; Returns: Json };
      get_open_desk_days: { Args: Record<PropertyKey, never>; Returns: Json };
      get_order: { Args: { p_secret: string }; Returns: Json };
      get_order_details: { Args: { p_order_id: string }; Returns: Json };
      get_order_filters: { Args: { p_item?: string }; Returns: Json };
      get_page_vitals: { Args: Record<PropertyKey, never>; Returns: Json };
      get_parent_health: { Args: { p_profile_id: string }; Returns: Json };
      get_parent_profile: { Args: Record<PropertyKey, never>; Returns: Json };
      get_party: { Args: { p_code: string }; Returns: Json };
      get_party_details: { Args: { p_party_id: string }; Returns: Json };
      get_party_health: { Args: { p_party_id: string }; Returns: Json };
      get_party_sheet: { Args: { p_party_id: string }; Returns: Json };
      get_paynow_account: { Args: Record<PropertyKey, never>; Returns: Json };
      get_paynow_sales: { Args: Record<PropertyKey, never>; Returns: Json };
      get_payout: { Args: { p_payout_id: string }; Returns: Json };
      get_payout_differences: { Args: { p_month: string }; Returns: Json };
      get_payout_month: { Args: { p_month: string }; Returns: Json };
      get_payout_sweep_start: { Args: Record<PropertyKey, never>; Returns: Json };
      get_pickup_codes: { Args: Record<PropertyKey, never>; Returns: Json };
      get_picture: { Args: { p_id: string }; Returns: Json };
      get_picture_paths: { Args: { p_ids: Json; p_use?: string }; Returns: Json };
      get_planned_coach_duties: { Args: { p_coach_id: string; p_to?: string }; Returns: Json };
      get_privacy_receipt: { Args: Record<PropertyKey, never>; Returns: Json };
      get_promotion_code: { Args: { p_promotion_id: string }; Returns: Json };
      get_provider_subscription: { Args: { p_id: string }; Returns: Json };
      get_public_reviews: { Args: Record<PropertyKey, never>; Returns: Json };
      get_publication_status: { Args: { p_document_id: string; p_revision: string }; Returns: Json };
      get_recent_activity: { Args: Record<PropertyKey, never>; Returns: Json };
      get_recent_bookings: {
        Args: Record<PropertyKey, never>;
        Returns: {
          class_type: string;
          location: string;
          minutes_ago: number;
          title: string;
        }[];
      };
      get_recorded_details: { Args: Record<PropertyKey, never>; Returns: Json };
      get_referral_code: { Args: Record<PropertyKey, never>; Returns: Json };
      get_report: { Args: { p_from: string; p_report: string; p_until: string }; Returns: Json };
      get_reported_details: { Args: { p_order_id: string }; Returns: Json };
      get_requested_details: { Args: { p_access: Json }; Returns: Json };
      get_response_health: { Args: { p_response_id: string }; Returns: Json };
      get_roster: { Args: { p_date: string }; Returns: Json };
      get_roster_state: { Args: { p_date?: string }; Returns: Json };
      get_sales_notice: { Args: Record<PropertyKey, never>; Returns: Json };
      get_schedule: { Args: { p_from: string; p_until: string }; Returns: Json };
      get_schedule_place: { Args: { p_place_id: string }; Returns: Json };
      get_seasons: { Args: Record<PropertyKey, never>; Returns: Json };
      get_session_availability_with_enrollments: {
        Args: Record<PropertyKey, never>;
        Returns: {
          available_spots: number;
          class_type: string;
          class_type_id: string;
          coach_name: string;
          location_name: string;
          notice: string;
          session_date: string;
          session_id: string;
          session_time: string;
          team: string;
        }[];
      };
      get_sessions_ahead: {
        Args: Record<PropertyKey, never>;
        Returns: {
          available_spots: number;
          class_type: string;
          class_type_id: string;
          coach_name: string;
          location_name: string;
          session_date: string;
          session_id: string;
          session_time: string;
          team: string;
        }[];
      };
      get_settings: { Args: Record<PropertyKey, never>; Returns: Json };
      get_source_map: { Args: { p_file: string }; Returns: Json };
      get_staff_referral: { Args: { p_referral_id: string }; Returns: Json };
      get_studio_overview: { Args: Record<PropertyKey, never>; Returns: Json };
      get_system_checks: { Args: Record<PropertyKey, never>; Returns: Json };
      get_system_health: { Args: Record<PropertyKey, never>; Returns: Json };
      get_task: { Args: { p_task_id: string }; Returns: Json };
      get_todays_roster: { Args: Record<PropertyKey, never>; Returns: Json };
      get_voucher: { Args: { p_voucher_id: string }; Returns: Json };
      get_waiting_history: { Args: { p_entry_id: string }; Returns: Json };
      get_waitlist: { Args: { p_place_id: string }; Returns: Json };
      get_waitlist_entry: { Args: { p_secret: string }; Returns: Json };
      get_week_plan: { Args: Record<PropertyKey, never>; Returns: Json };
      grant_credit: { Args: { p_delta: number; p_note: string; p_pass_id: string }; Returns: Json };
      grant_role: { Args: { p_email: string; p_role: string }; Returns: Json };
      hand_over_family: { Args: Record<PropertyKey, never>; Returns: Json };
      has_role: {
        Args: { check_role: Database['public']['Enums']['app_role']; user_uuid: string };
        Returns: boolean;
      };
      hold_order: { Args: { p_order: Json }; Returns: Json };
      hold_paynow_sale: { Args: { p_sale: Json }; Returns: Json };
      hold_upgrade: { Args: { p_access: Json; p_line_id: string; p_target: Json }; Returns: Json };
      invite_parent: { Args: { p_email: string }; Returns: Json };
      invite_parent_for_family: { Args: { p_email: string; p_family_id: string }; Returns: Json };
      invite_staff: {
        Args: { p_coach_id?: string; p_email: string; p_name: string; p_role: string };
        Returns: Json;
      };
      issue_voucher: { Args: { p_voucher: Json }; Returns: Json };
      join_leads: { Args: Record<PropertyKey, never>; Returns: Json };
      join_queue: { Args: Record<PropertyKey, never>; Returns: Json };
      join_waitlist: { Args: { p_entry: Json }; Returns: Json };
      join_with_family: { Args: { p_expected: string; p_token: string }; Returns: Json };
      keep_order: { Args: { p_secret: string }; Returns: Json };
      lapse_checkout: { Args: { p_refused?: boolean; p_session_id: string }; Returns: Json };
      lapse_instalments: { Args: Record<PropertyKey, never>; Returns: Json };
      leave_family: { Args: Record<PropertyKey, never>; Returns: Json };
      leave_waitlist: { Args: { p_secret: string }; Returns: Json };
      link_purchases: { Args: Record<PropertyKey, never>; Returns: Json };
      list_api_keys: { Args: Record<PropertyKey, never>; Returns: Json };
      list_assistant_questions: { Args: Record<PropertyKey, never>; Returns: Json };
      list_bookable_sessions: { Args: { p_booking_id?: string; p_family_id?: string }; Returns: Json };
      list_camp_reviews: {
        Args: { p_after?: string; p_filter?: Json; p_limit?: number; p_sort?: string };
        Returns: Json;
      };
      list_camps_with_reports: { Args: Record<PropertyKey, never>; Returns: Json };
      list_coach_places: { Args: { p_coach_id: string; p_from: string; p_until: string }; Returns: Json };
      list_consent_texts: { Args: Record<PropertyKey, never>; Returns: Json };
      list_decisions: { Args: { p_after?: Json; p_kind?: string; p_limit?: number }; Returns: Json };
      list_desk_closes: {
        Args: { p_after?: string; p_filter?: Json; p_limit?: number; p_sort?: string };
        Returns: Json;
      };
      list_dropped_photos: { Args: Record<PropertyKey, never>; Returns: Json };
      list_families: {
        Args: { p_after?: string; p_filter?: Json; p_limit?: number; p_sort?: string };
        Returns: Json;
      };
      list_first_aid: {
        Args: { p_after?: string; p_filter?: Json; p_limit?: number; p_sort?: string };
        Returns: Json;
      };
      list_instalment_sessions: { Args: Record<PropertyKey, never>; Returns: Json };
      list_leads: {
        Args: { p_after?: string; p_filter?: Json; p_limit?: number; p_sort?: string };
        Returns: Json;
      };
      list_log: { Args: { p_after?: number; p_filter?: Json; p_limit?: number }; Returns: Json };
      list_messages: {
        Args: { p_after?: string; p_filter?: Json; p_limit?: number; p_sort?: string };
        Returns: Json;
      };
      list_open_sessions: { Args: { p_before_attempt?: number; p_secret: string }; Returns: Json };
      list_orders: {
        Args: { p_after?: string; p_filter?: Json; p_limit?: number; p_sort?: string };
        Returns: Json;
      };
      list_parties: {
        Args: { p_after?: string; p_filter?: Json; p_limit?: number; p_sort?: string };
        Returns: Json;
      };
      list_payouts: {
        Args: { p_after?: string; p_filter?: Json; p_limit?: number; p_sort?: string };
        Returns: Json;
      };
      list_pending_orders: { Args: { p_older_than_seconds?: number }; Returns: Json };
      list_pictures: {
        Args: { p_filter?: Json; p_limit?: number; p_offset?: number; p_sort?: string };
        Returns: Json;
      };
      list_places: {
        Args: { p_after?: string; p_filter?: Json; p_limit?: number; p_sort?: string };
        Returns: Json;
      };
      list_price_approvals: { Args: Record<PropertyKey, never>; Returns: Json };
      list_promotion_codes: {
        Args: { p_after?: string; p_filter?: Json; p_limit?: number; p_sort?: string };
        Returns: Json;
      };
      list_purges: { Args: Record<PropertyKey, never>; Returns: Json };
      list_referrals: {
        Args: { p_after?: string; p_filter?: Json; p_limit?: number; p_sort?: string };
        Returns: Json;
      };
      list_renewal_work: { Args: Record<PropertyKey, never>; Returns: Json };
      list_sessions_of_link: { Args: { p_token: string }; Returns: Json };
      list_staff_accounts: { Args: Record<PropertyKey, never>; Returns: Json };
      list_staff_move_targets: { Args: { p_child_id: string; p_from: string }; Returns: Json };
      list_task_owners: { Args: Record<PropertyKey, never>; Returns: Json };
      list_tasks: {
        Args: { p_after?: string; p_filter?: Json; p_limit?: number; p_sort?: string };
        Returns: Json;
      };
      list_vouchers: {
        Args: { p_after?: string; p_filter?: Json; p_limit?: number; p_sort?: string };
        Returns: Json;
      };
      list_waitlists: {
        Args: { p_after?: string; p_filter?: Json; p_limit?: number; p_sort?: string };
        Returns: Json;
      };
      list_webhooks: { Args: Record<PropertyKey, never>; Returns: Json };
      load_form_draft: { Args: { p_token: string }; Returns: Json };
      log_health_views: { Args: { p_day: string; p_place_id: string; p_views: Json }; Returns: Json };
      log_security_access: {
        Args: { access_type: string; accessed_table: string; user_context?: Json };
        Returns: Json;
      };
      make_details_link: { Args: { p_order_id: string }; Returns: Json };
      make_instalment_link: { Args: { p_access: Json }; Returns: Json };
      make_payment_link: { Args: { p_secret: string }; Returns: Json };
      mark_chat_sent: {
        Args: { p_message_id: string; p_place_ids: string[]; p_recipient: Json };
        Returns: Json;
      };
      mark_roster: { Args: { p_day: string; p_marks: Json; p_place_id: string }; Returns: Json };
      merge_families: { Args: { p_expected: string; p_from: string; p_into: string }; Returns: Json };
      move_child: {
        Args: {
          p_adds_spot: boolean;
          p_child_id: string;
          p_from: string;
          p_note_id: string;
          p_reason: string;
          p_to: string;
        };
        Returns: Json;
      };
      move_credits: { Args: { p_child_id: string; p_credits: number; p_pass_id: string }; Returns: Json };
      move_instalment: {
        Args: { p_due_on: string; p_expected_due_on: string; p_instalment_id: string; p_reason: string };
        Returns: Json;
      };
      move_line: {
        Args: { p_access: Json; p_expected_difference_cents: number; p_line_id: string; p_target: Json };
        Returns: Json;
      };
      needs_second_factor: {
        Args: { held: Database['public']['Tables']['user_roles']['Row'] };
        Returns: boolean;
      };
      note_admin_attempt: { Args: { p_email: string }; Returns: Json };
      note_call: { Args: { p_failed: boolean; p_kind: string; p_lag_ms?: number }; Returns: Json };
      note_lead: { Args: { p_body: string; p_lead_id: string; p_note_id: string }; Returns: Json };
      note_mail_event: {
        Args: { p_at: string; p_email: string; p_mail_id: string; p_reason?: string; p_type: string };
        Returns: Json;
      };
      note_phone_event: {
        Args: {
          p_at: string;
          p_channel: string;
          p_error?: string;
          p_id: string;
          p_provider_id: string;
          p_reason?: string;
          p_type: string;
        };
        Returns: Json;
      };
      offer_waiting_places: { Args: Record<PropertyKey, never>; Returns: Json };
      pause_pass: {
        Args: {
          p_booking_ids: string[];
          p_first_day: string;
          p_last_day: string;
          p_note?: string;
          p_pass_id: string;
        };
        Returns: Json;
      };
      pay_instalment_from_balance: { Args: { p_pay: Json; p_token: string }; Returns: Json };
      place_credit_line: { Args: { p_access: Json; p_camp_id: string; p_line_id: string }; Returns: Json };
      place_error: { Args: { p_origin: Json; p_report_id: string }; Returns: Json };
      plan_weekends: { Args: Record<PropertyKey, never>; Returns: Json };
      postpone_dropped_photos: { Args: { p_paths: Json }; Returns: Json };
      prepare_pass_checkout: { Args: { p_child_id: string; p_pass_type: string }; Returns: Json };
      preview_added_child: { Args: { p_child_id: string; p_place_id: string; p_way: string }; Returns: Json };
      preview_cancel_by_staff: { Args: { p_place_ids: string[] }; Returns: Json };
      preview_cancel_camp_days: {
        Args: { p_camp_id: string; p_days: string[]; p_money: string };
        Returns: Json;
      };
      preview_cancelled_by_us: { Args: { p_line_id: string }; Returns: Json };
      preview_change_coaches: { Args: { p_items: Json }; Returns: Json };
      preview_external_refund: { Args: { p_choice: Json; p_decision_id: string }; Returns: Json };
      preview_joining: { Args: { p_token: string }; Returns: Json };
      preview_merge: { Args: { p_from: string; p_into: string }; Returns: Json };
      preview_message: { Args: { p_message: Json }; Returns: Json };
      preview_pause: { Args: { p_first_day: string; p_last_day: string; p_pass_id: string }; Returns: Json };
      preview_place_change: { Args: { p_changes: Json; p_place_id: string }; Returns: Json };
      preview_places: { Args: { p_expected: number; p_place_id: string; p_places: number }; Returns: Json };
      preview_season_copy: { Args: { p_season: Json; p_season_id: string }; Returns: Json };
      preview_week_copy: { Args: { p_from: string; p_to: string }; Returns: Json };
      publish_bases: { Args: { p_bases: Json; p_is_whole?: boolean; p_snapshot_at: string }; Returns: Json };
      publish_consent_text: {
        Args: {
          p_asks_again?: boolean;
          p_body: string;
          p_from?: string;
          p_purpose: string;
          p_seen?: number;
          p_title: string;
        };
        Returns: Json;
      };
      publish_mail_wording: {
        Args: { p_language?: string; p_sentences: Json; p_updated_at: string };
        Returns: Json;
      };
      publish_moments: { Args: { p_moments: Json; p_snapshot_at: string }; Returns: Json };
      publish_offers: {
        Args: { p_brand: Json; p_off_sale?: Json; p_offers: Json; p_snapshot_at: string };
        Returns: Json;
      };
      publish_packing_lists: { Args: { p_lists: Json }; Returns: Json };
      publish_teams: { Args: { p_teams: Json }; Returns: Json };
      purge_piece: { Args: { p_class: string }; Returns: Json };
      queue_conversion: { Args: { p_event: Json; p_order_secret?: string }; Returns: Json };
      queue_expiry_reminders: { Args: Record<PropertyKey, never>; Returns: Json };
      queue_instalment_reminders: { Args: Record<PropertyKey, never>; Returns: Json };
      queue_lost_links: { Args: Record<PropertyKey, never>; Returns: Json };
      queue_messages: { Args: Record<PropertyKey, never>; Returns: Json };
      queue_party_answers: { Args: Record<PropertyKey, never>; Returns: Json };
      queue_photo_mails: { Args: Record<PropertyKey, never>; Returns: Json };
      queue_review_requests: { Args: Record<PropertyKey, never>; Returns: Json };
      queue_session_reminders: { Args: Record<PropertyKey, never>; Returns: Json };
      queue_state: { Args: { p_ticket: string }; Returns: Json };
      queue_weekly_summary: { Args: Record<PropertyKey, never>; Returns: number };
      quote_at_desk: { Args: { p_sale: Json }; Returns: Json };
      quote_move: { Args: { p_access: Json; p_line_id: string; p_target: Json }; Returns: Json };
      quote_order: { Args: { p_order: Json }; Returns: Json };
      raise_camp_capacity: { Args: { p_camp_id: string; p_capacity: number }; Returns: Json };
      reactivate_coach: { Args: { p_coach_id: string }; Returns: Json };
      read_coach_calendar: { Args: { p_token: string }; Returns: Json };
      read_family_calendar: { Args: { p_token: string }; Returns: Json };
      read_invitation: { Args: { p_token: string }; Returns: Json };
      read_payment_link: { Args: { p_token: string }; Returns: Json };
      read_shared_roster: { Args: { p_token: string }; Returns: Json };
      read_staff_invitation: { Args: { p_token: string }; Returns: Json };
      read_todays_health: { Args: Record<PropertyKey, never>; Returns: Json };
      reconcile_books: {
        Args: { p_after?: string };
        Returns: {
          details: Json;
          rule: string;
          subject: string;
        }[];
      };
      reconcile_hourly: { Args: Record<PropertyKey, never>; Returns: Json };
      record_analytics: { Args: { p_consent?: boolean; p_events: Json }; Returns: Json };
      record_balance_transactions: {
        Args: { p_is_last?: boolean; p_payout?: string; p_transactions: Json };
        Returns: Json;
      };
      record_checkout: {
        Args: {
          p_attempt: number;
          p_expires_at: string;
          p_order_id: string;
          p_session_id: string;
          p_url?: string;
        };
        Returns: Json;
      };
      record_consent: {
        Args: { p_child_id?: string; p_given: boolean; p_purpose: string; p_version: number };
        Returns: Json;
      };
      record_dispute: { Args: { p_dispute: Json }; Returns: Json };
      record_emergency_contact: {
        Args: {
          p_family_id: string;
          p_name: string;
          p_note_id: string;
          p_phone: string;
          p_relationship: string;
          p_told_by: string;
        };
        Returns: Json;
      };
      record_error_fix: { Args: { p_action: string; p_cause?: string; p_report_id: string }; Returns: Json };
      record_external_refund: { Args: { p_refund: Json }; Returns: Json };
      record_family_consent: {
        Args: {
          p_child_id: string;
          p_family_id: string;
          p_given: boolean;
          p_profile_id: string;
          p_purpose: string;
          p_seen_at: string;
          p_version: number;
        };
        Returns: Json;
      };
      record_heartbeat: { Args: { p_functions_at: string }; Returns: Json };
      record_instalment_session: {
        Args: { p_attempt: number; p_instalment_id: string; p_session_id: string; p_url: string };
        Returns: undefined;
      };
      record_page_vitals: { Args: { p_device: string; p_page: string; p_values: Json }; Returns: Json };
      record_payout: { Args: { p_payout: Json }; Returns: Json };
      record_publications: {
        Args: { p_documents: Json; p_reported?: string; p_snapshot_at: string };
        Returns: Json;
      };
      record_release: { Args: { p_files: Json; p_release: string }; Returns: Json };
      record_renewal: { Args: { p_event: Json }; Returns: Json };
      record_renewal_failure: { Args: { p_event: Json }; Returns: Json };
      record_revisions: { Args: { p_documents: Json; p_snapshot_at: string }; Returns: Json };
      redeem_voucher: { Args: { p_code: string; p_family_id?: string }; Returns: Json };
      refund_line: {
        Args: {
          p_cents: number;
          p_expected_refundable_cents?: number;
          p_expected_refunds?: number;
          p_key?: string;
          p_line_id: string;
          p_note?: string;
          p_reason: string;
          p_to_balance?: boolean;
        };
        Returns: Json;
      };
      refund_order: {
        Args: {
          p_cents: number;
          p_expected_refundable_cents?: number;
          p_expected_refunds?: number;
          p_key?: string;
          p_note?: string;
          p_order_id: string;
          p_reason: string;
          p_to_balance?: boolean;
        };
        Returns: Json;
      };
      release_camp_review: {
        Args: { p_is_public: boolean; p_review_id: string; p_version: number };
        Returns: Json;
      };
      release_growth_reports: { Args: { p_reports: Json }; Returns: Json };
      release_lapsed_holds: { Args: Record<PropertyKey, never>; Returns: Json };
      release_order: { Args: { p_secret: string }; Returns: Json };
      release_paynow_sale: { Args: { p_order_id: string }; Returns: Json };
      remind_instalment: { Args: { p_order_id: string }; Returns: Json };
      remind_party: { Args: { p_party_id: string; p_recipients: string }; Returns: Json };
      remove_camp: { Args: { p_camp_id: string; p_expected: Json }; Returns: Json };
      remove_camp_photo: { Args: { p_child_id: string; p_photo_id: string }; Returns: Json };
      remove_coach_absence: { Args: { p_expected?: Json; p_id: string }; Returns: Json };
      remove_family_note: { Args: { p_id: string }; Returns: Json };
      remove_from_waitlist: { Args: { p_entry_id: string; p_expected: string }; Returns: Json };
      remove_parent_for_family: {
        Args: { p_family_id: string; p_profile_id: string; p_reason: string };
        Returns: Json;
      };
      remove_second_parent: { Args: Record<PropertyKey, never>; Returns: Json };
      remove_unpaid_child: {
        Args: { p_child_id: string; p_note_id: string; p_place_id: string; p_reason: string };
        Returns: Json;
      };
      renew_calendar_link: { Args: Record<PropertyKey, never>; Returns: Json };
      renew_coach_calendar_link: { Args: Record<PropertyKey, never>; Returns: Json };
      renew_hold: { Args: { p_secret: string }; Returns: Json };
      renew_referral_code: { Args: Record<PropertyKey, never>; Returns: Json };
      repeat_details_request: {
        Args: { entry: Database['public']['Tables']['consents']['Row'] };
        Returns: boolean;
      };
      report_build: {
        Args: {
          p_build: string;
          p_documents?: Json;
          p_reason?: string;
          p_site_url?: string;
          p_state: string;
        };
        Returns: Json;
      };
      report_camp_photo: { Args: { p_child_id: string; p_photo_id: string }; Returns: Json };
      report_error: { Args: { p_report: Json }; Returns: Json };
      report_lost_mails: { Args: Record<PropertyKey, never>; Returns: Json };
      request_order_link: { Args: { p_email: string; p_number: string }; Returns: Json };
      request_order_links: { Args: { p_email: string }; Returns: Json };
      reschedule_booking: { Args: { p_booking_id: string; p_session_id: string }; Returns: Json };
      resend_failed_mails: { Args: Record<PropertyKey, never>; Returns: Json };
      resend_mail: { Args: { p_id: string }; Returns: Json };
      reserve_spot: { Args: { p_reservation: Json }; Returns: Json };
      resolve_cancelled_by_us: {
        Args: { p_choice: Json; p_expected_refund_cents?: number; p_line_id: string };
        Returns: Json;
      };
      resolve_decision: {
        Args: { p_decision_id: string; p_has_split?: boolean; p_resolution: string };
        Returns: Json;
      };
      resolve_external_refund: {
        Args: { p_choice: Json; p_decision_id: string; p_expected_refund_cents: number };
        Returns: Json;
      };
      restore_camp_day: { Args: { p_camp_id: string; p_day: string }; Returns: Json };
      restore_party: { Args: { p_notify?: boolean; p_party_id: string }; Returns: Json };
      restore_waitlist_offer: { Args: { p_entry_id: string; p_expected?: string }; Returns: Json };
      return_growth_report: {
        Args: { p_note: string; p_report_id: string; p_version: number };
        Returns: Json;
      };
      return_webhook_delivery: { Args: { p_id: string }; Returns: Json };
      revoke_api_key: { Args: { p_id: string }; Returns: Json };
      revoke_calendar_link: { Args: Record<PropertyKey, never>; Returns: Json };
      revoke_coach_calendar_link: { Args: Record<PropertyKey, never>; Returns: Json };
      revoke_role: { Args: { p_handover?: Json; p_role: string; p_user_id: string }; Returns: Json };
      revoke_staff_invitation: { Args: { p_id: string }; Returns: Json };
      rotate_webhook_secret: { Args: { p_id: string }; Returns: Json };
      save_camp: {
        Args: { p_camp: Json; p_camp_id: string; p_expected?: Json; p_notice?: Json };
        Returns: Json;
      };
      save_camp_review: {
        Args: {
          p_camp_id: string;
          p_rating: number;
          p_shown_name: string;
          p_version: number;
          p_words: string;
        };
        Returns: Json;
      };
      save_child: { Args: { p_child: Json }; Returns: Json };
      save_class_type: {
        Args: { p_class_type: Json; p_class_type_id: string; p_expected?: Json };
        Returns: Json;
      };
      save_coach: { Args: { p_coach_id: string; p_expected_name?: string; p_name: string }; Returns: Json };
      save_coach_absence: {
        Args: { p_absence: Json; p_coach_id?: string; p_expected?: Json; p_id?: string };
        Returns: Json;
      };
      save_coach_hours: { Args: { p_coach_id?: string; p_expected?: Json; p_hours: Json }; Returns: Json };
      save_doctor_report: { Args: { p_findings: Json }; Returns: Json };
      save_form_draft: { Args: { p_draft: Json }; Returns: Json };
      save_growth_report: {
        Args: { p_camp_id: string; p_child_id: string; p_report: Json; p_version?: number };
        Returns: Json;
      };
      save_order_child: { Args: { p_access: Json; p_child: number; p_details: Json }; Returns: Json };
      save_picture: { Args: { p_change: Json; p_id: string }; Returns: Json };
      save_profile: { Args: { p_profile: Json }; Returns: Json };
      save_promotion_code: { Args: { p_promotion: Json }; Returns: Json };
      save_retention_period: { Args: { p_class: string; p_keep: string; p_seen: string }; Returns: Json };
      save_season: { Args: { p_expected?: Json; p_season: Json; p_season_id: string }; Returns: Json };
      save_session: {
        Args: {
          p_expected?: Json;
          p_notice?: Json;
          p_reason?: string;
          p_session: Json;
          p_session_id: string;
        };
        Returns: Json;
      };
      save_setting: { Args: { p_change: Json }; Returns: Json };
      save_source_map: { Args: { p_file: string; p_map: string }; Returns: Json };
      save_sweep: { Args: { p_checked: Json; p_name: string; p_position: string }; Returns: Json };
      save_task: { Args: { p_task: Json }; Returns: Json };
      save_template: { Args: { p_expected?: Json; p_template: Json; p_template_id: string }; Returns: Json };
      search_staff: { Args: { p_search: string }; Returns: Json };
      sell_at_desk: { Args: { p_sale: Json }; Returns: Json };
      send_message: { Args: { p_id: string; p_message: Json }; Returns: Json };
      send_order_link: { Args: { p_order_id: string }; Returns: Json };
      set_booking_mails: { Args: { p_enabled: boolean }; Returns: Json };
      set_bounce_handled: { Args: { p_bounced_at: string; p_email: string }; Returns: Json };
      set_camp_sale_exception: { Args: { p_camp_id: string; p_reason: string }; Returns: Json };
      set_child_level: { Args: { p_child_id: string; p_level: number; p_note?: string }; Returns: Json };
      set_child_photo: { Args: { p_child_id: string; p_path: string; p_user_id: string }; Returns: Json };
      set_closed_day: { Args: { p_day: string; p_is_closed: boolean; p_reason?: string }; Returns: Json };
      set_coach_page: { Args: { p_page_id: string; p_user_id: string }; Returns: Json };
      set_families_distinct: {
        Args: { p_distinct: boolean; p_family_id: string; p_other_id: string };
        Returns: Json;
      };
      set_family_channel: {
        Args: {
          p_allowed: boolean;
          p_channel: string;
          p_expected_phone?: string;
          p_family_id: string;
          p_profile_id: string;
        };
        Returns: Json;
      };
      set_going_alone: { Args: { p_allowed: boolean; p_child_id: string }; Returns: Json };
      set_head_coach: { Args: { p_coach_id: string; p_is_head: boolean }; Returns: Json };
      set_lead_status: {
        Args: { p_expected: string; p_lead_id: string; p_order_id?: string; p_status: string };
        Returns: Json;
      };
      set_message_channel: {
        Args: { p_allowed: boolean; p_channel: string; p_expected_phone?: string };
        Returns: Json;
      };
      set_parent_informed: { Args: { p_first_aid_id: string }; Returns: Json };
      set_session_capacity: { Args: { p_capacity: number; p_session_id: string }; Returns: Json };
      set_task_done: { Args: { p_done: boolean; p_task_id: string }; Returns: Json };
      set_unreached_handled: { Args: { p_id: string }; Returns: Json };
      settle_answers: {
        Args: { p_counts: string; p_other_id: string; p_response_id: string };
        Returns: Json;
      };
      settle_desk_refund: { Args: { p_refund_id: string }; Returns: Json };
      settle_model_answer: { Args: { p_claim: string; p_input: number; p_output: number }; Returns: Json };
      settle_referrals: { Args: Record<PropertyKey, never>; Returns: Json };
      share_roster: { Args: { p_minutes: number; p_place_id: string }; Returns: Json };
      staff_return_lines: {
        Args: {
          p_cents: number;
          p_expected_ends_renewal: boolean;
          p_expected_refund_cents: number;
          p_expected_refundable_cents: number;
          p_expected_refunds: number;
          p_is_whole: boolean;
          p_key: string;
          p_line_ids: string[];
          p_note?: string;
          p_order_id: string;
          p_reason: string;
          p_to_balance?: boolean;
        };
        Returns: Json;
      };
      start_attempt: { Args: { p_order_id: string; p_params: Json }; Returns: Json };
      start_camp_photo: {
        Args: {
          p_camp_id: string;
          p_child_ids: Json;
          p_day: string;
          p_others: string;
          p_photo_id: string;
          p_without_ids: Json;
        };
        Returns: Json;
      };
      start_instalment: { Args: { p_token: string }; Returns: Json };
      start_subscription: { Args: { p_subscription: Json }; Returns: Json };
      stop_handover: { Args: Record<PropertyKey, never>; Returns: Json };
      stop_message: { Args: { p_id: string }; Returns: Json };
      stop_news: { Args: { p_token: string }; Returns: Json };
      submit_form_response: { Args: { p_response: Json }; Returns: Json };
      suggest_next_session: { Args: { p_child_id: string }; Returns: Json };
      supersede_sessions: { Args: { p_secret: string }; Returns: undefined };
      switch_webhook: { Args: { p_id: string; p_on: boolean }; Returns: Json };
      take_instalment: { Args: { p_take: Json }; Returns: Json };
      take_offer_with_credits: { Args: { p_secret: string }; Returns: Json };
      tell_absence: { Args: { p_absent: boolean; p_day: string; p_enrollment_id: string }; Returns: Json };
      tell_line_absence: {
        Args: { p_absent: boolean; p_access: Json; p_day: string; p_line_id: string };
        Returns: Json;
      };
      try_message: { Args: { p_message: Json }; Returns: Json };
      try_webhook: { Args: { p_id: string }; Returns: Json };
      unblock_collector: { Args: { p_id: string }; Returns: Json };
      undo_chat_sent: { Args: { p_mark_id: string }; Returns: Json };
      update_camp: { Args: { p_camp_id: string; p_changes: Json; p_notice?: Json }; Returns: Json };
      update_lead: { Args: { p_status: string; p_token: string }; Returns: Json };
      update_party: {
        Args: { p_expected: string; p_notify?: boolean; p_party: Json; p_party_id: string };
        Returns: Json;
      };
      withdraw_invitation: { Args: Record<PropertyKey, never>; Returns: Json };
      withdraw_season: { Args: { p_season_id: string }; Returns: Json };
      withdraw_sessions: { Args: { p_camp_ids?: string[]; p_session_ids: string[] }; Returns: Json };
      write_family_note: {
        Args: { p_child_id: string; p_family_id: string; p_id: string; p_note: string };
        Returns: Json;
      };
      write_off_instalment: {
        Args: { p_expected_cents: number; p_instalment_id: string; p_reason: string };
        Returns: Json;
      };
    };
    Enums: {
      app_role: 'customer' | 'marketer' | 'coach' | 'admin' | 'business_admin';
      consent_purpose: 'terms' | 'liability' | 'medical' | 'photo' | 'marketing' | 'activity';
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema['Enums']
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {
      app_role: ['customer', 'marketer', 'coach', 'admin', 'business_admin'],
      consent_purpose: ['terms', 'liability', 'medical', 'photo', 'marketing', 'activity'],
    },
  },
} as const;
