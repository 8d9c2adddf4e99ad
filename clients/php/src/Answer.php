<?php

declare(strict_types=1);

namespace Paylink;

/**
 * One answer of the service, as it arrived.
 *
 * @internal
 */
final class Answer
{
    /** @param array<string, string> $headers names in lower case */
    private function __construct(
        public readonly int $status,
        private readonly array $headers,
        public readonly string $body,
    ) {
    }

    /** @param list<string> $lines */
    public static function of(array $lines, string $body): self
    {
        $status = 0;
        $headers = [];
        foreach ($lines as $line) {
            if (preg_match('~^HTTP/1\.[01] ([0-9]{3})~', $line, $match) === 1) {
                $status = (int) $match[1];
                $headers = [];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower(trim($name))] = trim($value);
            }
        }
        return new self($status, $headers, $body);
    }

    public function header(string $name): ?string
    {
        return $this->headers[$name] ?? null;
    }

    public function isSuccess(): bool
    {
        return $this->status >= 200 && $this->status < 300;
    }

    /** @return array<string, mixed> the JSON object of a success */
    public function value(): array
    {
        return self::object($this->body) ?? throw $this->unexpected('the answer is not a JSON object');
    }

    /**
     * Turns an answer that is no success into an exception. A body that is not the service's own is not quoted, since a
     * proxy may echo the request's headers in it.
     */
    public function refusal(int $tries): PaymentLinkException
    {
        if (!str_starts_with(strtolower($this->header('content-type') ?? ''), 'application/problem+json')) {
            return $this->unexpected('the answer is not from the service; check the base address');
        }
        $problem = self::object($this->body);
        if ($problem === null || !is_string($problem['code'] ?? null)) {
            return $this->unexpected('the problem document is unreadable');
        }
        $detail = is_string($problem['detail'] ?? null) ? $problem['detail'] : 'no detail given';
        $requestId = is_string($problem['requestId'] ?? null) ? $problem['requestId'] : $this->header('x-request-id');
        $errors = [];
        foreach (is_array($problem['errors'] ?? null) ? $problem['errors'] : [] as $error) {
            if (is_string($error['field'] ?? null) && is_string($error['message'] ?? null)) {
                $errors[] = ['field' => $error['field'], 'message' => $error['message']];
            }
        }
        $parts = ["{$this->status} {$problem['code']}: $detail"];
        foreach ($errors as $error) {
            $parts[] = "{$error['field']}: {$error['message']}";
        }
        if ($requestId !== null) {
            $parts[] = "request $requestId";
        }
        return new PaymentLinkException(
            implode('; ', $parts),
            $problem['code'],
            $this->status,
            $detail,
            $requestId,
            $this->retryAfterSeconds(),
            is_string($problem['paymentId'] ?? null) ? $problem['paymentId'] : null,
            $errors,
            $tries,
        );
    }

    public function unexpected(string $detail): PaymentLinkException
    {
        return new PaymentLinkException(
            "{$this->status} UNEXPECTED_ANSWER: $detail",
            'UNEXPECTED_ANSWER',
            $this->status,
            $detail,
            $this->header('x-request-id'),
            $this->retryAfterSeconds(),
        );
    }

    /** @return ?array<string, mixed> the object in these bytes */
    public static function object(string $json): ?array
    {
        try {
            $value = json_decode($json, false, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
            return $value instanceof \stdClass
                ? json_decode($json, true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING)
                : null;
        } catch (\JsonException) {
            return null;
        }
    }

    /** Reads whole seconds, as the service sends them; a date counts as absent. */
    private function retryAfterSeconds(): ?int
    {
        $value = $this->header('retry-after') ?? '';
        return preg_match('/^[0-9]{1,9}$/D', $value) === 1 ? (int) $value : null;
    }
}
