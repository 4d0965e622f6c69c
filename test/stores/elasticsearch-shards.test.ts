import { describeSnippetIndex } from '../contract/snippet-index/snippet-index.ts';
import { elasticsearchIndex } from './elasticsearch-index.ts';

// The template that the sizing guide shows.
describeSnippetIndex('Elasticsearch snippet index with several shards', () =>
  elasticsearchIndex((client, prefix) =>
    client.indices.putIndexTemplate({
      name: prefix,
      index_patterns: [`${prefix}-snippets-*`],
      template: { settings: { number_of_shards: 3 } },
    }),
  ),
);
