// How the example reaches a running system: the script with fetch alone, the workbench with the credential of the person.
export interface Api {
  send<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T>;
}

interface Page<T> {
  data: T[];
  total: number;
}

export const listed = async <T>(api: Api, path: string): Promise<T[]> => {
  const records: T[] = [];
  for (;;) {
    const separator = path.includes('?') ? '&' : '?';
    const { data, total } = await api.send<Page<T>>(
      'GET',
      `${path}${separator}skip=${records.length}&limit=100`,
    );
    records.push(...data);
    if (data.length === 0 || records.length >= total) return records;
  }
};

export const fileForm = (text: string, fileName: string, parts: Record<string, string> = {}): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.set(name, value);
  form.set('file', new File([text], fileName, { type: 'text/csv' }));
  return form;
};
