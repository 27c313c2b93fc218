SELECT limit_nothing('trade', 'crew', 'crew_labour_member', 'crew_equipment_member', 'place', 'rate_card', 'rate_card_count', 'price_book', 'price_row');--> statement-breakpoint
SELECT limit_rows(limited, of_visible_projects('project_id')) FROM unnest(ARRAY['project_crew', 'service_crew']) AS limited;--> statement-breakpoint
SELECT limit_rows('history_repriced_crew', 'EXISTS (SELECT FROM service_crew WHERE service_crew.id = service_crew_id)');--> statement-breakpoint
SELECT limit_rows('note', of_visible_projects('project_id') || ' OR project_id IS NULL');--> statement-breakpoint
SELECT limit_history('{trades,rate-cards,price-books,price-rows}', 'record_type = ''crews'' AND EXISTS (SELECT FROM crew WHERE crew.id = history_only_record(position))');--> statement-breakpoint
SELECT limit_imports();
