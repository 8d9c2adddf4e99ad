<?php

declare(strict_types=1);

namespace Paylink;

/**
 * Calls the Payment Link Service for one merchant. Every request is signed, and retried if the service is briefly out of
 * reach, without ever creating a payment twice. Every method throws PaymentLinkException.
 *
 * Answers are arrays as the service sends them: names as in the API, amounts and times as strings.
 */
final class PaymentLinkClient
{
    private const MAX_WAIT_SECONDS = 30;
    private const MAX_EVENTS = 100;
    /** How long your receiver may take. */
    private const TEST_SECONDS = 10;
    private const QUERY = ['status', 'reference', 'createdAfter', 'createdBefore', 'search', 'limit', 'cursor'];

    private readonly string $origin;
    private readonly string $path;
    private readonly string $apiKey;
    private readonly string $secretKey;
    /** @var \Closure(): int */
    private readonly \Closure $clock;
    private readonly Transport $transport;

    /**
     * @param float $requestTimeoutSeconds for one try, up to the last byte of the answer; $waitSeconds comes on top
     * @param int $maxTries the first included
     * @param float $maxWaitSeconds if the service asks to wait for longer, the call fails
     * @param bool $allowPlainHttp allows http to other machines, for example inside a network of containers
     * @param ?\Closure(): int $clock seconds since 1970, for the time that is signed
     */
    public function __construct(
        #[\SensitiveParameter] string $baseUrl,
        #[\SensitiveParameter] string $apiKey,
        #[\SensitiveParameter] string $secretKey,
        float $requestTimeoutSeconds = 10,
        int $maxTries = 3,
        float $maxWaitSeconds = 10,
        bool $allowPlainHttp = false,
        ?\Closure $clock = null,
    ) {
        self::between('requestTimeoutSeconds', $requestTimeoutSeconds, 0.001, 3600);
        self::between('maxTries', $maxTries, 1, 10);
        self::between('maxWaitSeconds', $maxWaitSeconds, 0, 3600);
        [$this->origin, $this->path] = self::checkedBase($baseUrl, $allowPlainHttp);
        $this->apiKey = self::token('apiKey', $apiKey);
        $this->secretKey = self::token('secretKey', $secretKey);
        $this->clock = $clock ?? time(...);
        $this->transport = new Transport($requestTimeoutSeconds, $maxTries, $maxWaitSeconds);
    }

    /**
     * Creates a payment, or returns the one that the same key created before ('replayed' is then true).
     *
     * The same fields give the same bytes, whatever their order, so a program that restarts may repeat the key. The
     * amount is a decimal string, for example '125.50'.
     *
     * @param array<string, mixed> $payment the fields of the API
     * @return array<string, mixed>
     */
    public function create(array $payment, string $idempotencyKey): array
    {
        return $this->make('/sdk/server/create-payment', $payment, $idempotencyKey);
    }

    /**
     * Returns the payment. With $waitSeconds, the service answers when an open payment changes, or at the end.
     *
     * @return array<string, mixed>
     */
    public function get(string $paymentId, int $waitSeconds = 0): array
    {
        $query = ['waitSeconds' => self::checkedWait($waitSeconds)];
        $target = self::target('/sdk/server/payments/' . self::checkedId('paymentId', $paymentId), $query);
        return $this->send('GET', $target, heldSeconds: $waitSeconds)->value();
    }

    /**
     * Returns one page of payments, newest first: 'data' and 'nextCursor', which is null on the last page.
     *
     * @param array<string, string|int|\DateTimeInterface|null> $query status, reference, createdAfter, createdBefore,
     *     search, limit, cursor
     * @return array<string, mixed>
     */
    public function list(array $query = []): array
    {
        $unknown = array_diff(array_keys($query), self::QUERY);
        if ($unknown !== []) {
            $known = implode(', ', self::QUERY);
            throw new \InvalidArgumentException('query: unknown field ' . reset($unknown) . "; known are $known");
        }
        return $this->send('GET', self::target('/sdk/server/payments', $query))->value();
    }

    /**
     * Cancels a payment that nobody has paid. Money that is already under way still makes it a success.
     *
     * @return array<string, mixed>
     */
    public function cancel(string $paymentId): array
    {
        return $this->send('POST', '/sdk/server/payments/' . self::checkedId('paymentId', $paymentId) . '/cancel')->value();
    }

    /**
     * Accepts what has come as the whole, if exactly this sum has. The payment becomes a success.
     *
     * @return array<string, mixed>
     */
    public function accept(string $paymentId, string $receivedAmount, string $idempotencyKey): array
    {
        $path = '/sdk/server/payments/' . self::checkedId('paymentId', $paymentId) . '/accept';
        return $this->make($path, ['receivedAmount' => $receivedAmount], $idempotencyKey);
    }

    /**
     * Requests a refund, or returns the one that the same key requested before ('replayed' is then true). Your wallet
     * sends it later, from the dashboard.
     *
     * @param array<string, mixed> $refund the fields of the API, all optional: amount, reason, to, askPayer, token, chainId
     * @return array<string, mixed>
     */
    public function createRefund(string $paymentId, array $refund, string $idempotencyKey): array
    {
        $path = '/sdk/server/payments/' . self::checkedId('paymentId', $paymentId) . '/refunds';
        return $this->make($path, $refund, $idempotencyKey);
    }

    /**
     * Returns the refund as it is now.
     *
     * @return array<string, mixed>
     */
    public function getRefund(string $refundId): array
    {
        return $this->send('GET', '/sdk/server/refunds/' . self::checkedId('refundId', $refundId))->value();
    }

    /**
     * Returns the refunds of a payment in 'data', oldest first.
     *
     * @return array{data: list<array<string, mixed>>}
     */
    public function listRefunds(string $paymentId): array
    {
        return $this->send('GET', '/sdk/server/payments/' . self::checkedId('paymentId', $paymentId) . '/refunds')->value();
    }

    /**
     * Cancels a refund of which nothing is on the chain.
     *
     * @return array<string, mixed>
     */
    public function cancelRefund(string $refundId): array
    {
        return $this->send('POST', '/sdk/server/refunds/' . self::checkedId('refundId', $refundId) . '/cancel')->value();
    }

    /**
     * Confirms the address that your customer named, given in full. Check it with your customer first.
     *
     * @return array<string, mixed>
     */
    public function confirmRefundAddress(string $refundId, string $to): array
    {
        $path = '/sdk/server/refunds/' . self::checkedId('refundId', $refundId) . '/confirm-address';
        return $this->send('POST', $path, ['to' => $to])->value();
    }

    /**
     * Yields every event after this one until now, oldest first. Reads page by page.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function events(?string $after = null): \Generator
    {
        for (;;) {
            $page = $this->poll($after);
            if ($page['data'] === []) {
                return;
            }
            foreach ($page['data'] as $event) {
                yield $event;
            }
            $after = $page['nextCursor'];
        }
    }

    /**
     * Returns the next events as soon as there is one, or none after $waitSeconds. Store 'nextCursor' with your work and
     * pass it as $after next time.
     *
     * @return array{data: list<array<string, mixed>>, nextCursor: ?string}
     */
    public function poll(?string $after = null, int $waitSeconds = 0): array
    {
        $query = ['after' => $after, 'limit' => self::MAX_EVENTS, 'waitSeconds' => self::checkedWait($waitSeconds)];
        $answer = $this->send('GET', self::target('/sdk/server/events', $query), heldSeconds: $waitSeconds);
        $page = $answer->value();
        if (!is_array($page['data'] ?? null)) {
            throw $answer->unexpected('the answer is unreadable: field data: expected an array');
        }
        if ($page['data'] === []) {
            return ['data' => [], 'nextCursor' => $after];
        }
        $next = $page['nextCursor'] ?? end($page['data'])['eventId'];
        if ($next === $after) { // following it would bring the same events again, without end
            throw $answer->unexpected('the answer is unreadable: field nextCursor: expected it to move on');
        }
        return ['data' => $page['data'], 'nextCursor' => $next];
    }

    /**
     * Returns a code that lets this customer's page follow one payment. It works once, for five minutes.
     *
     * @return array{code: string, expiresIn: int}
     */
    public function session(string $paymentId, ?string $userId = null): array
    {
        $fields = ['paymentId' => self::checkedId('paymentId', $paymentId), 'userId' => $userId];
        return $this->send('POST', '/sdk/server/sessions', $fields)->value();
    }

    /**
     * Has an event sent to your webhook again: the same id and the same bytes.
     *
     * @return array{redelivered: int, more: bool}
     */
    public function redeliver(string $eventId): array
    {
        return $this->send('POST', '/sdk/server/events/' . self::checkedId('eventId', $eventId) . '/redeliver')->value();
    }

    /**
     * Has all events of a time span sent again whose latest delivery is in this state.
     *
     * @return array{redelivered: int, more: bool}
     */
    public function redeliverAll(
        \DateTimeInterface|string $from,
        \DateTimeInterface|string $to,
        string $state = 'exhausted',
    ): array {
        $fields = ['from' => self::text($from), 'to' => self::text($to), 'state' => $state];
        return $this->send('POST', '/sdk/server/events/redeliver', $fields)->value();
    }

    /**
     * Makes a reusable link, or returns the one that the same key made before, as it is now.
     *
     * @param array<string, mixed> $link
     * @return array<string, mixed>
     */
    public function createLink(array $link, string $idempotencyKey): array
    {
        return $this->make('/sdk/server/links', $link, $idempotencyKey);
    }

    /** @return array<string, mixed> a reusable link, with what it brought */
    public function getLink(string $linkId): array
    {
        return $this->send('GET', self::link($linkId))->value();
    }

    /**
     * Returns one page of reusable links, newest first; archived ones are in a list of their own.
     *
     * @return array{data: list<array<string, mixed>>, nextCursor: ?string}
     */
    public function listLinks(?string $after = null, ?bool $archived = null, ?int $limit = null): array
    {
        $flag = $archived === null ? null : ($archived ? 'true' : 'false');
        $query = ['after' => $after, 'archived' => $flag, 'limit' => $limit];
        return $this->send('GET', self::target('/sdk/server/links', $query))->value();
    }

    /**
     * Replaces all settings of a link but its slug.
     *
     * @param array<string, mixed> $link
     * @return array<string, mixed>
     */
    public function changeLink(string $linkId, array $link): array
    {
        return $this->send('PUT', self::link($linkId), $link)->value();
    }

    /** @return array<string, mixed> the link, switched on */
    public function activateLink(string $linkId): array
    {
        return $this->send('POST', self::link($linkId) . '/activate')->value();
    }

    /** @return array<string, mixed> the link, switched off */
    public function deactivateLink(string $linkId): array
    {
        return $this->send('POST', self::link($linkId) . '/deactivate')->value();
    }

    /** @return array<string, mixed> the link, put away and switched off */
    public function archiveLink(string $linkId): array
    {
        return $this->send('POST', self::link($linkId) . '/archive')->value();
    }

    /** @return array<string, mixed> the link, back in the list and still switched off */
    public function unarchiveLink(string $linkId): array
    {
        return $this->send('POST', self::link($linkId) . '/unarchive')->value();
    }

    /** @return array<string, mixed> an invoice with its payments */
    public function getInvoice(string $invoiceId): array
    {
        return $this->send('GET', '/sdk/server/invoices/' . self::checkedId('invoiceId', $invoiceId))->value();
    }

    /**
     * Returns one page of invoices, newest first. With $status it can be short: go on until nextCursor is null.
     *
     * @return array{data: list<array<string, mixed>>, nextCursor: ?string}
     */
    public function listInvoices(
        ?string $status = null,
        ?string $number = null,
        ?string $after = null,
        ?int $limit = null,
    ): array {
        $query = ['status' => $status, 'number' => $number, 'after' => $after, 'limit' => $limit];
        return $this->send('GET', self::target('/sdk/server/invoices', $query))->value();
    }

    /** @return array<string, mixed> a payout with its payments and what was reported of it */
    public function getPayout(string $payoutId): array
    {
        return $this->send('GET', '/sdk/server/payouts/' . self::checkedId('payoutId', $payoutId))->value();
    }

    /**
     * Returns one page of payouts to your bank account, newest first.
     *
     * @return array{data: list<array<string, mixed>>, nextCursor: ?string}
     */
    public function listPayouts(?string $status = null, ?string $after = null, ?int $limit = null): array
    {
        $query = ['status' => $status, 'after' => $after, 'limit' => $limit];
        return $this->send('GET', self::target('/sdk/server/payouts', $query))->value();
    }

    /** Returns an invoice as PDF. */
    public function downloadInvoice(string $invoiceId, ?string $language = null): string
    {
        $path = '/sdk/server/invoices/' . self::checkedId('invoiceId', $invoiceId) . '/invoice.pdf';
        return $this->send('GET', self::target($path, ['language' => $language]))->body;
    }

    /** @return array{data: list<array<string, mixed>>} the months that have a statement, with their sums */
    public function listStatements(): array
    {
        return $this->send('GET', '/sdk/server/statements')->value();
    }

    /** @return array<string, mixed> how the payments and payouts of a month such as 2026-10 agree */
    public function getStatement(string $month): array
    {
        return $this->send('GET', '/sdk/server/statements/' . self::checkedId('month', $month) . '.json')->value();
    }

    /** Returns the statement of a month such as 2026-10, as csv or pdf. */
    public function downloadStatement(string $month, string $form = 'csv'): string
    {
        $file = self::checkedId('month', $month) . '.' . self::checkedId('form', $form);
        return $this->send('GET', '/sdk/server/statements/' . $file)->body;
    }

    /** @return array<string, mixed> what can be collected, and the transactions that collect it */
    public function listCollectable(?string $after = null, ?int $limit = null): array
    {
        return $this->send('GET', self::target('/sdk/server/collectable', ['after' => $after, 'limit' => $limit]))->value();
    }

    /** @return array<string, mixed> the webhook of a scope; its secret is not shown again */
    public function getWebhook(string $scope): array
    {
        return $this->send('GET', self::webhook($scope))->value();
    }

    /**
     * Sets up the webhook of a scope, or changes it. signingSecret is in the answer that made it, and never again.
     *
     * @param array<string, mixed> $webhook
     * @return array<string, mixed>
     */
    public function configureWebhook(string $scope, array $webhook): array
    {
        return $this->send('PUT', self::webhook($scope), $webhook)->value();
    }

    /** Deletes the webhook of a scope and its secret. */
    public function deleteWebhook(string $scope): void
    {
        $this->send('DELETE', self::webhook($scope));
    }

    /**
     * Makes a new signing secret; the old one stays valid for 24 hours. It is never retried: a second rotation would end
     * the secret that your receiver has.
     *
     * @return array{signingSecret: string}
     */
    public function rotateWebhookSecret(string $scope): array
    {
        return $this->send('POST', self::webhook($scope) . '/rotate-secret', once: true)->value();
    }

    /** @return array<string, mixed> how the one test event went that was sent to the webhook of a scope */
    public function testWebhook(string $scope): array
    {
        return $this->send('POST', self::webhook($scope) . '/test', heldSeconds: self::TEST_SECONDS)->value();
    }

    private static function link(string $linkId): string
    {
        return '/sdk/server/links/' . self::checkedId('linkId', $linkId);
    }

    private static function webhook(string $scope): string
    {
        return '/sdk/server/webhooks/' . self::checkedId('scope', $scope);
    }

    /** Names the service, and nothing that could authenticate anybody. */
    public function __toString(): string
    {
        return "PaymentLinkClient[{$this->origin}{$this->path}]";
    }

    /** @return array<string, string> what var_dump and print_r show */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->origin . $this->path];
    }

    /** @return array<never> */
    public function __serialize(): array
    {
        throw new \LogicException('a client holds a secret and is not written down');
    }

    /**
     * @param array<string, mixed> $fields
     * @return array<string, mixed>
     */
    private function make(string $path, array $fields, string $idempotencyKey): array
    {
        // A space at either end would be lost on the way, and another key would arrive.
        if (preg_match('/^(?! )[ -~]{1,255}(?<! )$/D', $idempotencyKey) !== 1) {
            throw new \InvalidArgumentException(
                'idempotencyKey: 1 to 255 printable ASCII characters, no space at either end',
            );
        }
        if (isset($fields['amount']) && !is_string($fields['amount'])) {
            throw new \InvalidArgumentException("amount: a decimal string, for example '125.50'");
        }
        $answer = $this->send('POST', $path, $fields, $idempotencyKey);
        return $answer->value() + ['replayed' => $answer->header('idempotent-replayed') === 'true'];
    }

    /** @param ?array<string, mixed> $fields */
    private function send(
        string $method,
        string $target,
        ?array $fields = null,
        ?string $idempotencyKey = null,
        int $heldSeconds = 0,
        bool $once = false,
    ): Answer {
        $target = $this->path . $target;
        $body = $fields === null ? '' : self::sortedJson($fields);
        $headers = function () use ($method, $target, $body, $idempotencyKey, $fields): array {
            $timestamp = (string) ($this->clock)();
            $text = RequestSigner::canonical($method, $target, $timestamp, $body, $idempotencyKey);
            $headers = [
                'Accept: application/json, application/problem+json',
                'Authorization: Bearer ' . $this->apiKey,
                'X-API-Key: ' . $this->apiKey,
                'X-Secret-Key: ' . $this->secretKey,
                'X-Timestamp: ' . $timestamp,
                'X-Signature: ' . RequestSigner::signature($this->secretKey, $text),
            ];
            if ($idempotencyKey !== null) {
                $headers[] = 'X-Idempotency-Key: ' . $idempotencyKey;
            }
            if ($fields !== null) {
                $headers[] = 'Content-Type: application/json';
            } elseif ($method === 'POST') {
                $headers[] = 'Content-Length: 0';
            }
            return $headers;
        };
        return $this->transport->send($method, $this->origin . $target, $body, $headers, $heldSeconds, $once);
    }

    /** @param array<string, string|int|\DateTimeInterface|null> $query */
    private static function target(string $path, array $query): string
    {
        $pairs = [];
        foreach ($query as $name => $value) {
            if ($value !== null) {
                $pairs[] = $name . '=' . rawurlencode(self::text($value));
            }
        }
        return $pairs === [] ? $path : $path . '?' . implode('&', $pairs);
    }

    private static function text(string|int|\DateTimeInterface $value): string
    {
        return $value instanceof \DateTimeInterface
            ? \DateTimeImmutable::createFromInterface($value)->setTimezone(new \DateTimeZone('UTC'))->format('Y-m-d\TH:i:s.v\Z')
            : (string) $value;
    }

    /**
     * Refuses an address without quoting it, since it may hold a password.
     *
     * @return array{string, string} origin and path
     */
    private static function checkedBase(#[\SensitiveParameter] string $baseUrl, bool $allowPlainHttp): array
    {
        $parts = preg_match('/^[!-~]+$/D', $baseUrl) === 1 ? parse_url($baseUrl) : false;
        $scheme = strtolower($parts['scheme'] ?? '');
        if (
            $parts === false || !in_array($scheme, ['http', 'https'], true) || ($parts['host'] ?? '') === ''
            || isset($parts['user']) || isset($parts['pass']) || strpbrk($baseUrl, '?#') !== false
        ) {
            throw new \InvalidArgumentException('baseUrl: https://, a host, no user, no query, no fragment');
        }
        $loopback = preg_match('/^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/Di', $parts['host']) === 1;
        if ($scheme === 'http' && !$allowPlainHttp && !$loopback) {
            throw new \InvalidArgumentException(
                'baseUrl: https, because every call carries the secret key; http works to this machine (loopback), '
                . 'or with allowPlainHttp in a network you trust',
            );
        }
        $port = isset($parts['port']) ? ':' . $parts['port'] : '';
        return [$scheme . '://' . $parts['host'] . $port, rtrim($parts['path'] ?? '', '/')];
    }

    /** Checked here, since a line end would start another header. */
    private static function token(string $name, #[\SensitiveParameter] string $value): string
    {
        if (preg_match('/^[!-~]+$/D', $value) !== 1) {
            throw new \InvalidArgumentException("$name: visible ASCII without spaces or line ends, and not empty");
        }
        return $value;
    }

    /** Anything else cannot be an id, and could change the path. */
    private static function checkedId(string $name, string $id): string
    {
        if (preg_match('/^[0-9A-Za-z_-]{1,255}$/D', $id) !== 1) {
            throw new \InvalidArgumentException("$name: letters, digits, _ and -");
        }
        return $id;
    }

    private static function checkedWait(int $waitSeconds): ?int
    {
        self::between('waitSeconds', $waitSeconds, 0, self::MAX_WAIT_SECONDS);
        return $waitSeconds === 0 ? null : $waitSeconds;
    }

    private static function between(string $name, int|float $value, int|float $least, int|float $most): void
    {
        if (!($value >= $least && $value <= $most)) {
            throw new \InvalidArgumentException("$name: $least to $most");
        }
    }

    /**
     * Writes JSON whose bytes do not depend on the order of the fields; a field that is null is not sent.
     *
     * @param array<string, mixed> $fields
     */
    private static function sortedJson(array $fields): string
    {
        $sorted = static function (array $fields) use (&$sorted): \stdClass {
            $present = array_filter($fields, static fn (mixed $value): bool => $value !== null);
            ksort($present, SORT_STRING);
            $inner = static fn (mixed $v): mixed => is_array($v) && ($v === [] || !array_is_list($v)) ? $sorted($v) : $v;
            return (object) array_map($inner, $present);
        };
        try {
            return json_encode($sorted($fields), JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
        } catch (\JsonException $e) {
            throw new \InvalidArgumentException('payment: ' . $e->getMessage());
        }
    }
}
