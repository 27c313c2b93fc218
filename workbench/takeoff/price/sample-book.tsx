import { Button } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { requestsOf, useCaller } from '@consulting/foundation/api';
import { ProblemNotice } from '@consulting/foundation/components';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Book } from './price-queries';

// Whoever has no book yet can see what pricing does with the invented one of the example.
export function SampleBook({ onLoaded }: { onLoaded: (book: Book) => void }) {
  const { price } = useMessages().takeoffTools;
  const caller = useCaller();
  const queries = useQueryClient();
  const loading = useMutation({
    mutationFn: async (): Promise<Book> => {
      const { importPriceBook, priceBook } = await import('@consulting/example');
      const { priceBookId } = await importPriceBook(requestsOf(caller));
      return { id: priceBookId, code: priceBook.code, name: priceBook.name, discipline: null };
    },
    onSuccess: onLoaded,
    onSettled: () => queries.invalidateQueries({ queryKey: ['priceBooks'] }),
  });
  return (
    <>
      {loading.error && <ProblemNotice error={loading.error} />}
      <Button isDisabled={loading.isPending} onPress={() => loading.mutate()}>
        {loading.isPending ? price.loadingSample : price.loadSample}
      </Button>
    </>
  );
}
