<?php

declare(strict_types=1);

namespace Paylink;

/**
 * A call that did not succeed. Decide by code(); the message is for people and never holds a credential.
 *
 * code() is the service's own, or NO_ANSWER (unreachable, timed out), or UNEXPECTED_ANSWER (not from the service).
 */
final class PaymentLinkException extends \RuntimeException
{
    /** @param list<array{field: string, message: string}> $errors */
    public function __construct(
        string $message,
        private readonly string $problem,
        private readonly int $status = 0,
        private readonly ?string $detail = null,
        private readonly ?string $requestId = null,
        private readonly ?int $retryAfterSeconds = null,
        private readonly ?string $paymentId = null,
        private readonly array $errors = [],
        private readonly int $tries = 1,
    ) {
        parent::__construct($message);
    }

    public function code(): string
    {
        return $this->problem;
    }

    /** Returns the HTTP status, 0 without an answer. */
    public function status(): int
    {
        return $this->status;
    }

    public function detail(): string
    {
        return $this->detail ?? $this->getMessage();
    }

    /** Returns the id that the service's operator can look up. */
    public function requestId(): ?string
    {
        return $this->requestId;
    }

    public function retryAfterSeconds(): ?int
    {
        return $this->retryAfterSeconds;
    }

    /** Returns the payment that the key has made, with IDEMPOTENCY_KEY_REUSED. */
    public function paymentId(): ?string
    {
        return $this->paymentId;
    }

    /** @return list<array{field: string, message: string}> all faults in the body */
    public function errors(): array
    {
        return $this->errors;
    }

    public function tries(): int
    {
        return $this->tries;
    }
}
