import { useApi } from '@consulting/foundation/api';
import { readFieldNotes } from '@consulting/foundation/records';
import { useQuery } from '@tanstack/react-query';

// Texts of open notes by line, and in it by field.
export type Noted = ReadonlyMap<string, ReadonlyMap<string, string>>;

const none: Noted = new Map();

export function useCellNotes(projectId: string): Noted {
  const api = useApi();
  const { data = none } = useQuery({
    queryKey: ['notes', 'takeoff-lines', 'cells', projectId],
    queryFn: async ({ signal }): Promise<Noted> => {
      const notes = await readFieldNotes(api, 'takeoff-lines', projectId, signal);
      return new Map(
        [...notes].map(([id, fields]) => [
          id,
          new Map([...fields].map(([field, all]) => [field, all.map(({ text }) => text).join(' · ')])),
        ]),
      );
    },
  });
  return data;
}
