import { uuid } from '@consulting/kernel/schema';

export const viewField = (taken: string) =>
  uuid().describe(
    `A view, whose ${taken} are taken where the request has none of its own. Fields that lines do not have are left out, and named in \`ignored\`.`,
  );

// A request with what its view adds to it, and the fields of the view that lines do not have.
export interface WithView<R> {
  request: R;
  ignored?: readonly string[];
}
